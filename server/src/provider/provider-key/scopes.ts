/** What a key of the provider may be good for. */
export const scopes = ['sessions', 'read', 'write'] as const
export type Scope = (typeof scopes)[number]
