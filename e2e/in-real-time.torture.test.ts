// The same tests as in the gate. Here a change has to show elsewhere within a second, as on an idle machine it does, and
// what a screen asks about every few seconds has to come by itself.
import './account-codes.test.ts'
import './accounts.test.ts'
import './api-keys.test.ts'
import './buying.test.ts'
import './credits.test.ts'
import './impersonation.test.ts'
import './impersonation-ended.test.ts'
import './saved-session.test.ts'
import './tabs.test.ts'
import './users-filtered.test.ts'
import './webhooks.test.ts'
