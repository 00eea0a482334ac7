import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'logins.store': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'orgs.store': { paramsTuple?: []; params?: {} }
    'orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orgs.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_freezes.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_freezes.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_extensions.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operation_items.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
  }
  GET: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operation_items.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
  }
  HEAD: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operation_items.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
  }
  POST: {
    'logins.store': { paramsTuple?: []; params?: {} }
    'orgs.store': { paramsTuple?: []; params?: {} }
    'bulk_freezes.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_freezes.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_extensions.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
  PATCH: {
    'orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
  DELETE: {
    'orgs.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}