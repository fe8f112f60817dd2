import { plural } from '../../platform/format.ts'
import { layOut } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { inWords } from './ledger-proof-rules.ts'
import type { LedgerProof } from './verify-ledger.ts'

const told = 5

const stopFirst =
  'Where the portal keeps its own database in its data folder (no DATABASE_URL is set), stop it first: the command ' +
  'says so too.'

/** To an administrator, when the ledger no longer adds up. */
export const brokenLedgerMail = (
  { publicUrl }: { publicUrl: string },
  to: string,
  { accounts, entries, problems }: Pick<LedgerProof, 'accounts' | 'entries' | 'problems'>,
): Mail => ({
  to,
  ...layOut(
    {
      subject: 'The credit ledger of your Dooryard portal does not add up',
      preview: 'Somebody should look at it today.',
      heading: 'The credit ledger does not add up',
      body: [
        `The nightly check read ${plural(entries, 'entry', 'entries')} of ${plural(accounts, 'account')}, ` +
          'and not all of it holds. Entries are never changed by the portal, so either the database was edited or ' +
          'something is wrong with it.',
        ...problems.slice(0, told).map(inWords),
        `To see where it stands now, run "npm run ledger:verify" on the server. ${stopFirst}`,
        'Change nothing before you have compared it with a backup. What to do is said in docs/operations.md.',
      ],
      reason: 'You get this mail because you are an administrator of a Dooryard portal. It comes once a day at most.',
    },
    publicUrl,
  ),
})

/** To an administrator, when nobody can say whether the ledger adds up. */
export const unfinishedCheckMail = ({ publicUrl }: { publicUrl: string }, to: string): Mail => ({
  to,
  ...layOut(
    {
      subject: 'The credit ledger of your Dooryard portal could not be checked',
      preview: 'The nightly check has not ended.',
      heading: 'The credit ledger could not be checked',
      body: [
        'The nightly check of the credit ledger began more than an hour ago, or was tried as often as it is, and has ' +
          'not ended. So nobody knows today whether the ledger adds up. The log of the portal says more.',
        `Run the check yourself, by "npm run ledger:verify" on the server. ${stopFirst}`,
      ],
      reason: 'You get this mail because you are an administrator of a Dooryard portal. It comes once a day at most.',
    },
    publicUrl,
  ),
})
