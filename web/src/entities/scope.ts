/** Whose things a screen shows: the reader's own, or anybody's as an administrator sees them. */
export type Scope = 'own' | 'admin'
