import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import { lastChanged } from './changed.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

const sections: LegalSection[] = [
  {
    id: 'credits',
    title: 'What a credit is',
    text: (
      <>
        <p>
          A credit pays for leads. How many credits a lead of each campaign type costs is shown before you order, and is
          copied onto the order when you place it: a later change never touches an order that exists.
        </p>
        <p>
          There are two kinds. Subscription credits come with a plan and are used first; on-demand credits are used
          after them. Credits are not money, cannot be passed on to another account, and earn nothing.
        </p>
        <p>Counting, searching and looking at properties cost nothing.</p>
      </>
    ),
  },
  {
    id: 'hold',
    title: 'When you order',
    text: (
      <p>
        The full price of the order is held: its quantity times the credits a lead. If your balance does not cover it,
        the order is refused, and nothing is held. Held credits are still yours; you cannot spend them twice.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'When it is delivered',
    text: (
      <ul>
        <li>You pay for leads that were delivered. The rest of the hold goes back at the same moment.</li>
        <li>
          If fewer properties match than you asked for, you get and pay for what there is, and the order says why.
        </li>
        <li>If nothing matches, or the order fails, the whole hold goes back.</li>
        <li>Each credit goes back to the kind it was held from.</li>
      </ul>
    ),
  },
  {
    id: 'twice',
    title: 'Never twice',
    text: (
      <p>
        A lead is a property with its owner. Once you have paid for a lead of a campaign type, the same lead of that
        type is free for you for {repeatLeadFreeDays} days. Leads that you already have are left out of your next order
        by themselves.
      </p>
    ),
  },
  {
    id: 'cancel',
    title: 'When you cancel',
    text: (
      <p>
        As long as an order is pending, you can cancel it, and the whole hold goes back. Once work on it has begun it
        runs to its end.
      </p>
    ),
  },
  {
    id: 'refund',
    title: 'Refunds',
    text: (
      <>
        <p>
          What was delivered to you stays delivered, so credits spent on it are not refunded as a rule. That a record is
          out of date, a letter comes back or an owner does not want to sell is part of working with public records.
        </p>
        <p>
          Where a delivery is not what you ordered, say leads outside your search, write to the operator with the number
          of the order. Credits that were charged wrongly are given back, as an entry of its own in your ledger.
        </p>
        <p>Rights that the law gives you as a consumer stay as they are.</p>
      </>
    ),
  },
  {
    id: 'lapse',
    title: 'How long credits last',
    text: (
      <p>
        Subscription credits that you do not use roll over at renewal, up to one month’s worth. On-demand credits stay
        until you use them. When you close your account, its credits end with it, so spend them before, or ask the
        operator first.
      </p>
    ),
  },
  {
    id: 'ledger',
    title: 'Proof',
    text: (
      <p>
        Every change of your credits is an entry in a ledger to which things are only added: what, why, for which order,
        and the balance after it. The sum of the entries is your balance.
      </p>
    ),
  },
]

/** How credits are held, spent and given back. */
export function RefundPolicyScreen() {
  return (
    <LegalPage
      title="Refund and Credit Policy"
      changed={lastChanged}
      summary={
        <>
          <p>In short:</p>
          <ul>
            <li>Credits are held when you order, and spent only for leads that are delivered.</li>
            <li>What is not delivered goes back by itself, at once.</li>
            <li>You never pay twice for the same lead within {repeatLeadFreeDays} days.</li>
          </ul>
        </>
      }
      sections={sections}
    />
  )
}
