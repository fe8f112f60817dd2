import { formatMoney, pluralize } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

/** A payment, and the payer's address; undefined where the account is closed. */
type AdminPaymentDetails = {
  description: string
  invoiceNumber: string
  amount: number
  currency: string
  payer: string | undefined
}

const samplePaid = {
  ...{ description: '2,500 credits', invoiceNumber: 'DY-000042', amount: 14_900, currency: 'USD' },
  payer: 'sam@example.com',
}
const openUsers = { button: 'Open users', to: '/portal/users' }
const howToAdjustText =
  'To settle it, open Users, find the user, and choose Credits, then Adjust credits: the reason that you give stands in ' +
  'the ledger.'
const administratorReason = 'You get this mail because you are an administrator of a Dooryard portal.'

const formatPayment = ({ payer = 'a user whose account is closed', description, invoiceNumber }: AdminPaymentDetails) =>
  `${payer} paid for: ${description} (invoice ${invoiceNumber})`

export const partRefundedMail = mailTemplate({
  title: 'Partial refund at the provider',
  sample: { ...samplePaid, refundedAmount: 5000, dispute: undefined },
  write: (part: AdminPaymentDetails & { refundedAmount: number; dispute: string | undefined }) => {
    const { refundedAmount, amount, currency, invoiceNumber } = part
    const [back, whole] = [formatMoney(refundedAmount, currency), formatMoney(amount, currency)]
    const how = part.dispute === 'TAKEN' ? 'was taken back by a dispute' : 'was refunded'
    return {
      subject: `Part of a payment to your Dooryard portal went back: ${invoiceNumber}`,
      preview: `${back} of ${whole}. The credits were not changed.`,
      heading: 'Part of a payment went back',
      body: [
        `${back} of the ${whole} that ${formatPayment(part)} ${how} at the payment provider, earlier parts included.`,
        `The credits were not changed, and the payment still counts as paid. ${howToAdjustText}`,
        'Should the rest go back later, what is left of the credits of the payment is taken back then. Look in the ' +
          'credit history of the user whether that and your adjustment are more than the payment gave, and undo no ' +
          'more than the surplus.',
        openUsers,
      ],
      reason: `${administratorReason} It comes once.`,
    }
  },
})

export const refundFailedMail = mailTemplate({
  title: 'Refund failed at the provider',
  sample: { ...samplePaid, shortfall: 5000 },
  write: (paid: AdminPaymentDetails & { shortfall: number }) => {
    const { shortfall, amount, currency, invoiceNumber } = paid
    const [missing, whole] = [formatMoney(shortfall, currency), formatMoney(amount, currency)]
    return {
      subject: `A refund failed: ${invoiceNumber}`,
      preview: `${missing} did not reach the payer.`,
      heading: 'A refund failed',
      body: [
        `${missing} of the ${whole} that ${formatPayment(paid)} is recorded as refunded and did not reach the payer: ` +
          'the payment provider could not make the refund.',
        'The credits stay taken and the credit note stays as it is. Refund the amount again in the dashboard of the ' +
          'payment provider, or pay the user another way.',
        openUsers,
      ],
      reason: `${administratorReason} It comes once.`,
    }
  },
})

export const disputeWonMail = mailTemplate({
  title: 'Dispute won',
  sample: samplePaid,
  write: (paid: AdminPaymentDetails) => ({
    subject: `A dispute was won: ${paid.invoiceNumber}`,
    preview: 'The credits of the payment were not restored.',
    heading: 'A dispute was won',
    body: [
      `The ${formatMoney(paid.amount, paid.currency)} that ${formatPayment(paid)} were disputed, and are yours again.`,
      `The payment still counts as refunded, and its credits were not restored. ${howToAdjustText}`,
      openUsers,
    ],
    reason: `${administratorReason} It comes once.`,
  }),
})

const maxProblemsNamed = 5

const stopFirstText =
  'Where the portal keeps its own database in its data folder (no DATABASE_URL is set), stop it first: the command ' +
  'says so too.'

export const brokenLedgerMail = mailTemplate({
  title: 'Credit ledger does not add up',
  sample: {
    ...{ accounts: 128, entries: 4096 },
    problems: ['The ledger: the heads of 3 accounts are not the ones that were noted on November 1, 2026.'],
  },
  write: ({ accounts, entries, problems }: { accounts: number; entries: number; problems: readonly string[] }) => ({
    subject: 'The credit ledger of your Dooryard portal does not add up',
    preview: 'Please look at it today.',
    heading: 'The credit ledger does not add up',
    body: [
      `The nightly check read ${pluralize(entries, 'entry', 'entries')} of ${pluralize(accounts, 'account')}, ` +
        'and not all of it holds. Entries are never changed by the portal, so either the database was edited or ' +
        'something is wrong with it.',
      ...problems.slice(0, maxProblemsNamed),
      `To see where it stands now, run "npm run ledger:verify" on the server. ${stopFirstText}`,
      'Change nothing before you have compared it with a backup. What to do is said in docs/operations.md.',
    ],
    reason: `${administratorReason} It comes once a day at most.`,
  }),
})

export const unfinishedCheckMail = mailTemplate<void>({
  title: 'Credit ledger not checked',
  sample: undefined,
  write: () => ({
    subject: 'The credit ledger of your Dooryard portal could not be checked',
    preview: 'The nightly check has not ended.',
    heading: 'The credit ledger could not be checked',
    body: [
      'The nightly check of the credit ledger began more than an hour ago, or was tried as often as it is, and has ' +
        'not ended. So nobody knows today whether the ledger adds up. The log of the portal says more.',
      `Run the check yourself, by "npm run ledger:verify" on the server. ${stopFirstText}`,
    ],
    reason: `${administratorReason} It comes once a day at most.`,
  }),
})
