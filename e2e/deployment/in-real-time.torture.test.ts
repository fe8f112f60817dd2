// The same tests as in the gate. Here a change must show elsewhere within a second, as on an idle machine, and polled
// data must appear without a tab switch.
import '../sign-in/account-codes.test.ts'
import '../account/accounts.test.ts'
import '../integrations/api-keys.test.ts'
import '../billing/buy-pack.test.ts'
import '../billing/credits.test.ts'
import '../admin/impersonation.test.ts'
import '../admin/impersonation-ended.test.ts'
import '../account/saved-session.test.ts'
import '../account/tabs.test.ts'
import '../admin/users-filtered.test.ts'
import '../integrations/webhooks.test.ts'
