/** Whether a screen shows the user's own data or, for administrators, that of all users. */
export type Scope = 'own' | 'admin'
