// Packages without types of their own; where they are used says what is used of them.
declare module 'oidc-provider'
declare module 'smtp-server'
