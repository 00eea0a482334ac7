import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'health.show': { paramsTuple?: []; params?: {} }
    'health.live': { paramsTuple?: []; params?: {} }
    'health.ready': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'console_facts.show': { paramsTuple?: []; params?: {} }
    'home_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'portal_pages.show': { paramsTuple?: []; params?: {} }
    'portal_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home_pages.admin': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'admin.sign_out': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'service_keys.show': { paramsTuple?: []; params?: {} }
    'security_contacts.show': { paramsTuple?: []; params?: {} }
    'references.document': { paramsTuple?: []; params?: {} }
    'references.index': { paramsTuple?: []; params?: {} }
    'references.errors': { paramsTuple?: []; params?: {} }
    'references.error_style': { paramsTuple?: []; params?: {} }
    'references.text': { paramsTuple?: []; params?: {} }
    'references.show': { paramsTuple?: []; params?: {} }
    'references.start': { paramsTuple?: []; params?: {} }
    'references.reader': { paramsTuple?: []; params?: {} }
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'registrations.store': { paramsTuple?: []; params?: {} }
    'registrations.verify': { paramsTuple?: []; params?: {} }
    'logins.store': { paramsTuple?: []; params?: {} }
    'logins.verify': { paramsTuple?: []; params?: {} }
    'sessions.update': { paramsTuple?: []; params?: {} }
    'sessions.destroy': { paramsTuple?: []; params?: {} }
    'passwords.forgot': { paramsTuple?: []; params?: {} }
    'passwords.reset': { paramsTuple?: []; params?: {} }
    'me.show': { paramsTuple?: []; params?: {} }
    'me.update': { paramsTuple?: []; params?: {} }
    'preferences.show': { paramsTuple?: []; params?: {} }
    'preferences.replace': { paramsTuple?: []; params?: {} }
    'my_sessions.index': { paramsTuple?: []; params?: {} }
    'my_sessions.destroy_all': { paramsTuple?: []; params?: {} }
    'my_sessions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'me.verify_email': { paramsTuple?: []; params?: {} }
    'totp.setup': { paramsTuple?: []; params?: {} }
    'totp.enable': { paramsTuple?: []; params?: {} }
    'totp.disable': { paramsTuple?: []; params?: {} }
    'totp.backup_codes': { paramsTuple?: []; params?: {} }
    'me.password': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'orgs.store': { paramsTuple?: []; params?: {} }
    'orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orgs.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'members.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'members.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'userId': ParamValue} }
    'members.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'userId': ParamValue} }
    'invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'inviteId': ParamValue} }
    'audit_logs.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.accept': { paramsTuple?: []; params?: {} }
    'active_orgs.store': { paramsTuple?: []; params?: {} }
    'orgs.overview': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'org_plans.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'active_orgs.show': { paramsTuple?: []; params?: {} }
    'admin_orgs.index': { paramsTuple?: []; params?: {} }
    'admin_orgs.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'admin_orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'admin_users.index': { paramsTuple?: []; params?: {} }
    'admin_users.update': { paramsTuple: [ParamValue]; params: {'userId': ParamValue} }
    'admin_queues.index': { paramsTuple?: []; params?: {} }
    'api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'api_keys.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'api_keys.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'api_keys.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'introspections.show': { paramsTuple?: []; params?: {} }
    'keyed.api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'bootstraps.product': { paramsTuple?: []; params?: {} }
    'bootstraps.api_key': { paramsTuple?: []; params?: {} }
    'oauth_sign_ins.store': { paramsTuple?: []; params?: {} }
    'oauth_sign_ins.exchange': { paramsTuple?: []; params?: {} }
    'linked_accounts.providers': { paramsTuple?: []; params?: {} }
    'linked_accounts.callback': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.store': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.finish': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.destroy': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.freeze': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unfreeze': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.revoke': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unrevoke': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.suspend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unsuspend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.extend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.set_tier': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.set_updates': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.reset_hwid': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.reset_ip': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'transfers.import': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'transfers.export': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'downloads.show': { paramsTuple: [ParamValue]; params: {'operationId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.stream_all': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.cancel': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.retry': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.undo': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.apply': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'licenses.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'licenses.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'licenses.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'licenses.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_events.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.revoke': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.unrevoke': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.unsuspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_resets.hwid': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_resets.ip': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'products.update': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'products.destroy': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'entryId': ParamValue} }
    'analytics.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'analytics.series': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'blacklists.bulk': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.freeze': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unfreeze': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.revoke': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unrevoke': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.suspend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unsuspend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.extend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.set_tier': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.set_updates': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.reset_hwid': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.reset_ip': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.destroy': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.transfers.import': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.transfers.export': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.cancel': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.retry': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.undo': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.apply': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.licenses.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.licenses.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.licenses.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.revoke': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.unrevoke': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.suspend': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.unsuspend': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_resets.hwid': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_resets.ip': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.blacklists.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.blacklists.bulk': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.blacklists.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'entryId': ParamValue} }
    'keyed.analytics.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.analytics.series': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.end_users.product': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.products.update': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'portals.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'portals.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.own_profile.show': { paramsTuple?: []; params?: {} }
    'end_users.end_user_exports.own': { paramsTuple?: []; params?: {} }
    'end_users.mailed_codes.store': { paramsTuple?: []; params?: {} }
    'end_users.mailed_codes.verify': { paramsTuple?: []; params?: {} }
    'end_users.mailed_codes.link': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.password': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.license_key': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.invite': { paramsTuple?: []; params?: {} }
    'end_users.renewals.update': { paramsTuple?: []; params?: {} }
    'end_users.renewals.destroy': { paramsTuple?: []; params?: {} }
    'end_users.public_portals.show': { paramsTuple?: []; params?: {} }
    'end_users.own_profile.update': { paramsTuple?: []; params?: {} }
    'end_users.own_emails.store': { paramsTuple?: []; params?: {} }
    'end_users.own_emails.confirm': { paramsTuple?: []; params?: {} }
    'end_users.own_passwords.store': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.index': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.destroy_all': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.tickets.own': { paramsTuple?: []; params?: {} }
    'end_users.tickets.store': { paramsTuple?: []; params?: {} }
    'end_users.tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.ticket_messages.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.attachments.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.tickets.close': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.tickets.reopen': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.update': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_messages.answer': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_attachments.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.close': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'attachments.show': { paramsTuple: [ParamValue]; params: {'attachmentId': ParamValue} }
    'tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'tiers.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'tiers.show': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'tiers.update': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'tiers.destroy': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'tiers.duplicate': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'keyed.tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.tiers.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'tierId': ParamValue} }
    'end_users.own_licenses.index': { paramsTuple?: []; params?: {} }
    'end_users.own_licenses.redeem': { paramsTuple?: []; params?: {} }
    'end_users.own_licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.end_user_resets.hwid': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.end_user_resets.ip': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_devices.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_devices.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'deviceId': ParamValue} }
    'end_users.own_devices.end': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sessionId': ParamValue} }
    'updates.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'updates.tauri': { paramsTuple: [ParamValue,ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'target': ParamValue,'arch': ParamValue,'version': ParamValue} }
    'feeds.electron': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'feeds.appcast': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'feeds.velopack': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'update_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'artifactId': ParamValue} }
    'end_users.own_releases.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_releases.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'keyed.explanations.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'end_users.own_erasures.store': { paramsTuple?: []; params?: {} }
    'end_users.own_erasures.confirm': { paramsTuple?: []; params?: {} }
    'end_users.own_erasures.destroy': { paramsTuple?: []; params?: {} }
    'domains.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'domains.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'domains.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'domains.verify': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'domains.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'sso_connections.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.test': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.logins': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.store': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.exchange': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.shared_callback': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.callback': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.acs': { paramsTuple: [ParamValue]; params: {'connectionId': ParamValue} }
    'sso_sign_ins.metadata': { paramsTuple: [ParamValue]; params: {'connectionId': ParamValue} }
    'storefronts.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'storefronts.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'storefronts.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'listings.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'listings.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'listings.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'listings.unpublish': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'shops.show': { paramsTuple?: []; params?: {} }
    'shops.tls': { paramsTuple?: []; params?: {} }
    'shops.index': { paramsTuple: [ParamValue]; params: {'storefrontId': ParamValue} }
    'shops.listing': { paramsTuple: [ParamValue,ParamValue]; params: {'storefrontId': ParamValue,'listingId': ParamValue} }
    'end_users.orders.own': { paramsTuple?: []; params?: {} }
    'end_users.orders.claim': { paramsTuple?: []; params?: {} }
    'end_users.orders.own_one': { paramsTuple: [ParamValue]; params: {'orderId': ParamValue} }
    'end_users.shops.own': { paramsTuple?: []; params?: {} }
    'orders.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orders.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'orders.fulfil': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'orders.reject': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'orders.reverse': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.orders.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.fulfil': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.reject': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.reverse': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'processors.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'processors.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'processors.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processors.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processors.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.try': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.replay': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue,'eventId': ParamValue} }
    'processor_events.receive': { paramsTuple: [ParamValue]; params: {'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'billing.webhook': { paramsTuple?: []; params?: {} }
    'end_users.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'inviteId': ParamValue} }
    'end_users.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_users.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_bans.ban': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_bans.unban': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_bans.sign_out': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'portal_links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'keyed.end_users.index': { paramsTuple?: []; params?: {} }
    'keyed.end_users.store': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.index': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.store': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.destroy': { paramsTuple: [ParamValue]; params: {'inviteId': ParamValue} }
    'keyed.end_users.show': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_users.update': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_user_bans.ban': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_user_bans.unban': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_user_bans.sign_out': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.portal_links.store': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'end_user_exports.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_merges.store': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_erasures.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'exchanges.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'legacy.exchanges.store': { paramsTuple?: []; params?: {} }
    'product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'product_releases.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.yank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.unyank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifacts.store': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifacts.put': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'filename': ParamValue} }
    'artifacts.destroy': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'artifactId': ParamValue} }
    'keyed.product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.product_releases.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.yank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.unyank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.artifacts.store': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.artifacts.put': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'filename': ParamValue} }
    'keyed.artifacts.destroy': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'artifactId': ParamValue} }
    'artifact_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'artifactId': ParamValue,'filename': ParamValue} }
    'webhook_endpoints.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'webhook_deliveries.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'deliveryId': ParamValue} }
    'webhook_endpoints.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'webhook_endpoints.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_endpoints.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_endpoints.rotate_secret': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.test': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.replay_many': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.replay': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'deliveryId': ParamValue} }
    'webhook_endpoints.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'webhook_deliveries.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'authorizations.store': { paramsTuple?: []; params?: {} }
    'releases.store': { paramsTuple?: []; params?: {} }
    'legacy.licenses.store': { paramsTuple?: []; params?: {} }
    'legacy.licenses.index': { paramsTuple?: []; params?: {} }
    'legacy.licenses.assign': { paramsTuple?: []; params?: {} }
    'legacy.licenses.redeem': { paramsTuple?: []; params?: {} }
    'legacy.licenses.destroy': { paramsTuple?: []; params?: {} }
    'legacy.licenses.reset_hwid': { paramsTuple?: []; params?: {} }
    'legacy.end_user_licenses.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'legacy.analytics.show': { paramsTuple?: []; params?: {} }
    'legacy.apps.products': { paramsTuple?: []; params?: {} }
    'legacy.apps.index': { paramsTuple?: []; params?: {} }
    'legacy.apps.create': { paramsTuple?: []; params?: {} }
    'legacy.apps.delete': { paramsTuple?: []; params?: {} }
    'legacy.users.logins.store': { paramsTuple?: []; params?: {} }
    'legacy.users.registrations.store': { paramsTuple?: []; params?: {} }
    'legacy.users.me.show': { paramsTuple?: []; params?: {} }
    'legacy.users.users.index': { paramsTuple?: []; params?: {} }
  }
  GET: {
    'health.show': { paramsTuple?: []; params?: {} }
    'health.live': { paramsTuple?: []; params?: {} }
    'health.ready': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'console_facts.show': { paramsTuple?: []; params?: {} }
    'home_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'portal_pages.show': { paramsTuple?: []; params?: {} }
    'portal_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home_pages.admin': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'admin.sign_out': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'service_keys.show': { paramsTuple?: []; params?: {} }
    'security_contacts.show': { paramsTuple?: []; params?: {} }
    'references.document': { paramsTuple?: []; params?: {} }
    'references.index': { paramsTuple?: []; params?: {} }
    'references.errors': { paramsTuple?: []; params?: {} }
    'references.error_style': { paramsTuple?: []; params?: {} }
    'references.text': { paramsTuple?: []; params?: {} }
    'references.show': { paramsTuple?: []; params?: {} }
    'references.start': { paramsTuple?: []; params?: {} }
    'references.reader': { paramsTuple?: []; params?: {} }
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'me.show': { paramsTuple?: []; params?: {} }
    'preferences.show': { paramsTuple?: []; params?: {} }
    'my_sessions.index': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'members.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'audit_logs.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orgs.overview': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'org_plans.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'active_orgs.show': { paramsTuple?: []; params?: {} }
    'admin_orgs.index': { paramsTuple?: []; params?: {} }
    'admin_orgs.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'admin_users.index': { paramsTuple?: []; params?: {} }
    'admin_queues.index': { paramsTuple?: []; params?: {} }
    'api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'introspections.show': { paramsTuple?: []; params?: {} }
    'keyed.api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'linked_accounts.providers': { paramsTuple?: []; params?: {} }
    'linked_accounts.callback': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'transfers.export': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'downloads.show': { paramsTuple: [ParamValue]; params: {'operationId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.stream_all': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'licenses.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_events.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'analytics.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'analytics.series': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'keyed.transfers.export': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.licenses.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.analytics.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.analytics.series': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.end_users.product': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'portals.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.own_profile.show': { paramsTuple?: []; params?: {} }
    'end_users.end_user_exports.own': { paramsTuple?: []; params?: {} }
    'end_users.public_portals.show': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.index': { paramsTuple?: []; params?: {} }
    'end_users.tickets.own': { paramsTuple?: []; params?: {} }
    'end_users.tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'attachments.show': { paramsTuple: [ParamValue]; params: {'attachmentId': ParamValue} }
    'tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'tiers.show': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'keyed.tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.tiers.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'tierId': ParamValue} }
    'end_users.own_licenses.index': { paramsTuple?: []; params?: {} }
    'end_users.own_licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_devices.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'updates.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'updates.tauri': { paramsTuple: [ParamValue,ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'target': ParamValue,'arch': ParamValue,'version': ParamValue} }
    'feeds.electron': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'feeds.appcast': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'feeds.velopack': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'update_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'artifactId': ParamValue} }
    'end_users.own_releases.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'keyed.explanations.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'domains.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'domains.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'sso_connections.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.logins': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.shared_callback': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.callback': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.metadata': { paramsTuple: [ParamValue]; params: {'connectionId': ParamValue} }
    'storefronts.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'shops.show': { paramsTuple?: []; params?: {} }
    'shops.tls': { paramsTuple?: []; params?: {} }
    'shops.index': { paramsTuple: [ParamValue]; params: {'storefrontId': ParamValue} }
    'shops.listing': { paramsTuple: [ParamValue,ParamValue]; params: {'storefrontId': ParamValue,'listingId': ParamValue} }
    'end_users.orders.own': { paramsTuple?: []; params?: {} }
    'end_users.orders.own_one': { paramsTuple: [ParamValue]; params: {'orderId': ParamValue} }
    'end_users.shops.own': { paramsTuple?: []; params?: {} }
    'orders.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'processors.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'processors.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'end_users.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'keyed.end_users.index': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.index': { paramsTuple?: []; params?: {} }
    'keyed.end_users.show': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'end_user_exports.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifact_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'artifactId': ParamValue,'filename': ParamValue} }
    'webhook_endpoints.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'webhook_deliveries.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'deliveryId': ParamValue} }
    'webhook_endpoints.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'webhook_deliveries.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'legacy.licenses.index': { paramsTuple?: []; params?: {} }
    'legacy.end_user_licenses.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'legacy.analytics.show': { paramsTuple?: []; params?: {} }
    'legacy.apps.products': { paramsTuple?: []; params?: {} }
    'legacy.apps.index': { paramsTuple?: []; params?: {} }
    'legacy.users.me.show': { paramsTuple?: []; params?: {} }
    'legacy.users.users.index': { paramsTuple?: []; params?: {} }
  }
  HEAD: {
    'health.show': { paramsTuple?: []; params?: {} }
    'health.live': { paramsTuple?: []; params?: {} }
    'health.ready': { paramsTuple?: []; params?: {} }
    'status.show': { paramsTuple?: []; params?: {} }
    'console_facts.show': { paramsTuple?: []; params?: {} }
    'home_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.show': { paramsTuple?: []; params?: {} }
    'console_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'portal_pages.show': { paramsTuple?: []; params?: {} }
    'portal_pages.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home_pages.admin': { paramsTuple?: []; params?: {} }
    'sign_in_pages.show': { paramsTuple?: []; params?: {} }
    'admin.sign_out': { paramsTuple?: []; params?: {} }
    'sign_in_pages.script': { paramsTuple?: []; params?: {} }
    'sign_in_pages.style': { paramsTuple?: []; params?: {} }
    'service_keys.show': { paramsTuple?: []; params?: {} }
    'security_contacts.show': { paramsTuple?: []; params?: {} }
    'references.document': { paramsTuple?: []; params?: {} }
    'references.index': { paramsTuple?: []; params?: {} }
    'references.errors': { paramsTuple?: []; params?: {} }
    'references.error_style': { paramsTuple?: []; params?: {} }
    'references.text': { paramsTuple?: []; params?: {} }
    'references.show': { paramsTuple?: []; params?: {} }
    'references.start': { paramsTuple?: []; params?: {} }
    'references.reader': { paramsTuple?: []; params?: {} }
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'me.show': { paramsTuple?: []; params?: {} }
    'preferences.show': { paramsTuple?: []; params?: {} }
    'my_sessions.index': { paramsTuple?: []; params?: {} }
    'orgs.index': { paramsTuple?: []; params?: {} }
    'members.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'audit_logs.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orgs.overview': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'org_plans.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'active_orgs.show': { paramsTuple?: []; params?: {} }
    'admin_orgs.index': { paramsTuple?: []; params?: {} }
    'admin_orgs.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'admin_users.index': { paramsTuple?: []; params?: {} }
    'admin_queues.index': { paramsTuple?: []; params?: {} }
    'api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'introspections.show': { paramsTuple?: []; params?: {} }
    'keyed.api_keys.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'linked_accounts.providers': { paramsTuple?: []; params?: {} }
    'linked_accounts.callback': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.index': { paramsTuple?: []; params?: {} }
    'products.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'downloads.show': { paramsTuple: [ParamValue]; params: {'operationId': ParamValue} }
    'operations.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.stream_all': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'licenses.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_events.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'analytics.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'analytics.series': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'keyed.operations.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.items': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.stream': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.transfers.download': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.licenses.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.blacklists.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.analytics.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.analytics.series': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.end_users.product': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.products.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'portals.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.own_profile.show': { paramsTuple?: []; params?: {} }
    'end_users.end_user_exports.own': { paramsTuple?: []; params?: {} }
    'end_users.public_portals.show': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.index': { paramsTuple?: []; params?: {} }
    'end_users.tickets.own': { paramsTuple?: []; params?: {} }
    'end_users.tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'tickets.show': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_messages.index': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'attachments.show': { paramsTuple: [ParamValue]; params: {'attachmentId': ParamValue} }
    'tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'tiers.show': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'keyed.tiers.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.tiers.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'tierId': ParamValue} }
    'end_users.own_licenses.index': { paramsTuple?: []; params?: {} }
    'end_users.own_licenses.show': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_devices.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'updates.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'updates.tauri': { paramsTuple: [ParamValue,ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'target': ParamValue,'arch': ParamValue,'version': ParamValue} }
    'feeds.electron': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'feeds.appcast': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'feeds.velopack': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'file': ParamValue} }
    'update_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'artifactId': ParamValue} }
    'end_users.own_releases.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'keyed.explanations.show': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'domains.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'domains.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'sso_connections.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_connections.logins': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.shared_callback': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.callback': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.metadata': { paramsTuple: [ParamValue]; params: {'connectionId': ParamValue} }
    'storefronts.show': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'shops.show': { paramsTuple?: []; params?: {} }
    'shops.tls': { paramsTuple?: []; params?: {} }
    'shops.index': { paramsTuple: [ParamValue]; params: {'storefrontId': ParamValue} }
    'shops.listing': { paramsTuple: [ParamValue,ParamValue]; params: {'storefrontId': ParamValue,'listingId': ParamValue} }
    'end_users.orders.own': { paramsTuple?: []; params?: {} }
    'end_users.orders.own_one': { paramsTuple: [ParamValue]; params: {'orderId': ParamValue} }
    'end_users.shops.own': { paramsTuple?: []; params?: {} }
    'orders.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.orders.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'processors.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'processors.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.index': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'end_users.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.index': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'keyed.end_users.index': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.index': { paramsTuple?: []; params?: {} }
    'keyed.end_users.show': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'end_user_exports.show': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.product_releases.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifact_files.show': { paramsTuple: [ParamValue,ParamValue]; params: {'artifactId': ParamValue,'filename': ParamValue} }
    'webhook_endpoints.index': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'webhook_deliveries.index': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_deliveries.show': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'deliveryId': ParamValue} }
    'webhook_endpoints.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'webhook_deliveries.of_org': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'legacy.licenses.index': { paramsTuple?: []; params?: {} }
    'legacy.end_user_licenses.index': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'legacy.analytics.show': { paramsTuple?: []; params?: {} }
    'legacy.apps.products': { paramsTuple?: []; params?: {} }
    'legacy.apps.index': { paramsTuple?: []; params?: {} }
    'legacy.users.me.show': { paramsTuple?: []; params?: {} }
    'legacy.users.users.index': { paramsTuple?: []; params?: {} }
  }
  OPTIONS: {
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  POST: {
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'registrations.store': { paramsTuple?: []; params?: {} }
    'registrations.verify': { paramsTuple?: []; params?: {} }
    'logins.store': { paramsTuple?: []; params?: {} }
    'logins.verify': { paramsTuple?: []; params?: {} }
    'sessions.update': { paramsTuple?: []; params?: {} }
    'sessions.destroy': { paramsTuple?: []; params?: {} }
    'passwords.forgot': { paramsTuple?: []; params?: {} }
    'passwords.reset': { paramsTuple?: []; params?: {} }
    'me.verify_email': { paramsTuple?: []; params?: {} }
    'totp.setup': { paramsTuple?: []; params?: {} }
    'totp.enable': { paramsTuple?: []; params?: {} }
    'totp.disable': { paramsTuple?: []; params?: {} }
    'totp.backup_codes': { paramsTuple?: []; params?: {} }
    'me.password': { paramsTuple?: []; params?: {} }
    'orgs.store': { paramsTuple?: []; params?: {} }
    'invites.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'invites.accept': { paramsTuple?: []; params?: {} }
    'active_orgs.store': { paramsTuple?: []; params?: {} }
    'api_keys.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'api_keys.rotate': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'bootstraps.product': { paramsTuple?: []; params?: {} }
    'bootstraps.api_key': { paramsTuple?: []; params?: {} }
    'oauth_sign_ins.store': { paramsTuple?: []; params?: {} }
    'oauth_sign_ins.exchange': { paramsTuple?: []; params?: {} }
    'linked_accounts.store': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'linked_accounts.finish': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'bulk_changes.freeze': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unfreeze': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.revoke': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unrevoke': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.suspend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.unsuspend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.extend': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.set_tier': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.set_updates': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.reset_hwid': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'bulk_changes.reset_ip': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'transfers.import': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'operations.cancel': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.retry': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.undo': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'operations.apply': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'operationId': ParamValue} }
    'licenses.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'license_statuses.revoke': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.unrevoke': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.suspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_statuses.unsuspend': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_resets.hwid': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'license_resets.ip': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'blacklists.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.bulk': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.freeze': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unfreeze': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.revoke': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unrevoke': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.suspend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.unsuspend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.extend': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.set_tier': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.set_updates': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.reset_hwid': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.bulk_changes.reset_ip': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.transfers.import': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.operations.cancel': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.retry': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.undo': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.operations.apply': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'operationId': ParamValue} }
    'keyed.licenses.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.license_statuses.revoke': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.unrevoke': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.suspend': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_statuses.unsuspend': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_resets.hwid': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.license_resets.ip': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.blacklists.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.blacklists.bulk': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'end_users.mailed_codes.store': { paramsTuple?: []; params?: {} }
    'end_users.mailed_codes.verify': { paramsTuple?: []; params?: {} }
    'end_users.mailed_codes.link': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.password': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.license_key': { paramsTuple?: []; params?: {} }
    'end_users.portal_doors.invite': { paramsTuple?: []; params?: {} }
    'end_users.renewals.update': { paramsTuple?: []; params?: {} }
    'end_users.renewals.destroy': { paramsTuple?: []; params?: {} }
    'end_users.own_emails.store': { paramsTuple?: []; params?: {} }
    'end_users.own_emails.confirm': { paramsTuple?: []; params?: {} }
    'end_users.own_passwords.store': { paramsTuple?: []; params?: {} }
    'end_users.tickets.store': { paramsTuple?: []; params?: {} }
    'end_users.ticket_messages.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.attachments.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.tickets.close': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'end_users.tickets.reopen': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_messages.answer': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'ticket_attachments.store': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tickets.close': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tiers.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'tiers.duplicate': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'end_users.own_licenses.redeem': { paramsTuple?: []; params?: {} }
    'end_users.end_user_resets.hwid': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.end_user_resets.ip': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_releases.store': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'end_users.own_erasures.store': { paramsTuple?: []; params?: {} }
    'end_users.own_erasures.confirm': { paramsTuple?: []; params?: {} }
    'domains.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'domains.verify': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'sso_connections.test': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'sso_sign_ins.store': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.exchange': { paramsTuple?: []; params?: {} }
    'sso_sign_ins.acs': { paramsTuple: [ParamValue]; params: {'connectionId': ParamValue} }
    'listings.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'listings.unpublish': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'end_users.orders.claim': { paramsTuple?: []; params?: {} }
    'orders.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'orders.fulfil': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'orders.reject': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'orders.reverse': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.orders.fulfil': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.reject': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'keyed.orders.reverse': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'orderId': ParamValue} }
    'processors.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'processor_events.try': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'processor_events.replay': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue,'eventId': ParamValue} }
    'processor_events.receive': { paramsTuple: [ParamValue]; params: {'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'billing.webhook': { paramsTuple?: []; params?: {} }
    'end_users.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_invites.store': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_user_bans.ban': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_bans.unban': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'end_user_bans.sign_out': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'portal_links.store': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'keyed.end_users.store': { paramsTuple?: []; params?: {} }
    'keyed.end_user_invites.store': { paramsTuple?: []; params?: {} }
    'keyed.end_user_bans.ban': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_user_bans.unban': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.end_user_bans.sign_out': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'keyed.portal_links.store': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'end_user_merges.store': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'exchanges.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'legacy.exchanges.store': { paramsTuple?: []; params?: {} }
    'product_releases.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'product_releases.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.yank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'product_releases.unyank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifacts.store': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.product_releases.publish': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.yank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.unyank': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.artifacts.store': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'webhook_endpoints.store': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'webhook_endpoints.rotate_secret': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.test': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.replay_many': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'webhook_sends.replay': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'deliveryId': ParamValue} }
    'authorizations.store': { paramsTuple?: []; params?: {} }
    'releases.store': { paramsTuple?: []; params?: {} }
    'legacy.licenses.store': { paramsTuple?: []; params?: {} }
    'legacy.licenses.assign': { paramsTuple?: []; params?: {} }
    'legacy.licenses.redeem': { paramsTuple?: []; params?: {} }
    'legacy.apps.create': { paramsTuple?: []; params?: {} }
    'legacy.apps.delete': { paramsTuple?: []; params?: {} }
    'legacy.users.logins.store': { paramsTuple?: []; params?: {} }
    'legacy.users.registrations.store': { paramsTuple?: []; params?: {} }
  }
  PUT: {
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'preferences.replace': { paramsTuple?: []; params?: {} }
    'sso_connections.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'storefronts.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'artifacts.put': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'filename': ParamValue} }
    'keyed.artifacts.put': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'filename': ParamValue} }
  }
  PATCH: {
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'me.update': { paramsTuple?: []; params?: {} }
    'orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'members.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'userId': ParamValue} }
    'admin_orgs.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'admin_users.update': { paramsTuple: [ParamValue]; params: {'userId': ParamValue} }
    'licenses.update': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.update': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.products.update': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'portals.update': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'end_users.own_profile.update': { paramsTuple?: []; params?: {} }
    'tickets.update': { paramsTuple: [ParamValue]; params: {'ticketId': ParamValue} }
    'tiers.update': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'listings.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'processors.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'end_users.update': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'keyed.end_users.update': { paramsTuple: [ParamValue]; params: {'endUserId': ParamValue} }
    'product_releases.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.product_releases.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'webhook_endpoints.update': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'legacy.licenses.reset_hwid': { paramsTuple?: []; params?: {} }
  }
  DELETE: {
    'admin.queues': { paramsTuple?: []; params?: {} }
    'admin.queues.files': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'my_sessions.destroy_all': { paramsTuple?: []; params?: {} }
    'my_sessions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'orgs.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'members.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'userId': ParamValue} }
    'invites.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'inviteId': ParamValue} }
    'api_keys.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'linked_accounts.destroy': { paramsTuple: [ParamValue]; params: {'provider': ParamValue} }
    'bulk_changes.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'licenses.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'products.destroy': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'blacklists.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'entryId': ParamValue} }
    'keyed.bulk_changes.destroy': { paramsTuple: [ParamValue]; params: {'productId': ParamValue} }
    'keyed.licenses.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'id': ParamValue} }
    'keyed.blacklists.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'entryId': ParamValue} }
    'end_users.own_sessions.destroy_all': { paramsTuple?: []; params?: {} }
    'end_users.own_sessions.destroy': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'tiers.destroy': { paramsTuple: [ParamValue]; params: {'tierId': ParamValue} }
    'end_users.own_devices.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'deviceId': ParamValue} }
    'end_users.own_devices.end': { paramsTuple: [ParamValue,ParamValue]; params: {'id': ParamValue,'sessionId': ParamValue} }
    'end_users.own_erasures.destroy': { paramsTuple?: []; params?: {} }
    'domains.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'domainId': ParamValue} }
    'sso_connections.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'storefronts.destroy': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'listings.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'listingId': ParamValue} }
    'processors.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'processorId': ParamValue} }
    'billing.root': { paramsTuple: [ParamValue]; params: {'orgId': ParamValue} }
    'billing.below': { paramsTuple: [ParamValue,...ParamValue[]]; params: {'orgId': ParamValue,'*': ParamValue[]} }
    'end_user_invites.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'inviteId': ParamValue} }
    'keyed.end_user_invites.destroy': { paramsTuple: [ParamValue]; params: {'inviteId': ParamValue} }
    'end_user_erasures.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'orgId': ParamValue,'endUserId': ParamValue} }
    'product_releases.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'artifacts.destroy': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'artifactId': ParamValue} }
    'keyed.product_releases.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue} }
    'keyed.artifacts.destroy': { paramsTuple: [ParamValue,ParamValue,ParamValue]; params: {'productId': ParamValue,'releaseId': ParamValue,'artifactId': ParamValue} }
    'webhook_endpoints.destroy': { paramsTuple: [ParamValue,ParamValue]; params: {'productId': ParamValue,'endpointId': ParamValue} }
    'legacy.licenses.destroy': { paramsTuple?: []; params?: {} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}