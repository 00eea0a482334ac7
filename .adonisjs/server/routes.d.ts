import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'logins.store': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
  GET: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
  HEAD: {
    'health.show': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
  }
  POST: {
    'logins.store': { paramsTuple?: []; params?: {} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}