import { letterTo, type Portal } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MoneyBack } from './provider.ts'
import { moneyInWords } from './settle/figures-in-words.ts'

/** A payment, and the address of who paid it; none where the account is closed. */
type Paid = { description: string; invoiceNumber: string; amount: number; currency: string; payer: string | undefined }

const usersPage = '/portal/users'

const howToAdjust =
  'To settle it, open Users, find the user, and choose Credits, then Adjust credits: the reason that you give stands in ' +
  'the ledger.'
const reason = 'You get this mail because you are an administrator of a Dooryard portal. It comes once.'
const who = ({ payer }: Paid) => payer ?? 'somebody whose account is closed'

type Part = Paid & Required<Pick<MoneyBack, 'wentBack'>> & { dispute: MoneyBack['dispute'] }

/** When a part of a payment went back at the provider. */
export const partRefundedMail = (portal: Portal, email: string, part: Part): Mail => {
  const { wentBack, amount, currency, description, invoiceNumber } = part
  const [back, whole] = [moneyInWords(wentBack, currency), moneyInWords(amount, currency)]
  const how = part.dispute === 'TAKEN' ? 'was taken back by a dispute' : 'was refunded'
  const letter = {
    subject: `Part of a payment to your Dooryard portal went back: ${invoiceNumber}`,
    preview: `${back} of ${whole}. The credits were not changed.`,
    heading: 'Part of a payment went back',
    body: [
      `${back} of the ${whole} that ${who(part)} paid for: ${description} (invoice ${invoiceNumber}) ${how} at the ` +
        'payment provider, earlier parts included.',
      `The credits were not changed, and the payment still counts as paid. ${howToAdjust}`,
      'Should the rest go back later, what is left of the credits of the payment is taken back then. Look in the credit ' +
        'history of the user whether that and your adjustment are more than the payment gave, and undo no more than the ' +
        'surplus.',
      { button: 'Open users', to: usersPage },
    ],
    reason,
  }
  return letterTo(portal, { email }, letter)
}

/** When the money of a dispute came back. */
export const disputeWonMail = (portal: Portal, email: string, paid: Paid): Mail => {
  const { amount, currency, description, invoiceNumber } = paid
  const letter = {
    subject: `A dispute was won: ${invoiceNumber}`,
    preview: 'The credits of the payment were not given back.',
    heading: 'A dispute was won',
    body: [
      `The ${moneyInWords(amount, currency)} that ${who(paid)} paid for: ${description} (invoice ${invoiceNumber}) were ` +
        'disputed, and are yours again.',
      `The payment still counts as refunded, and its credits were not given back. ${howToAdjust}`,
      { button: 'Open users', to: usersPage },
    ],
    reason,
  }
  return letterTo(portal, { email }, letter)
}
