// Packages without types of their own; where they are used says what is used of them.
declare module '@20minutes/s3rver'
declare module 'oidc-provider'
declare module 'smtp-server'
