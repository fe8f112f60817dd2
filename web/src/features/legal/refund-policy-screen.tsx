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
        <li>
          Credits that lapse, or whose payment is refunded, while an order holds them end when they come back. Your
          credit history says so beforehand. What the order spends of them stays spent.
        </li>
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
    id: 'subscription',
    title: 'Subscriptions',
    text: (
      <ul>
        <li>A subscription renews each month at the price and with the credits it began with, until you cancel it.</li>
        <li>
          You can cancel at any time. It then ends with the month that is paid for, and until that day you can change
          your mind.
        </li>
        <li>
          A larger plan begins at once: you pay the difference for the days that are left of the month, and get their
          share of the credits. A smaller plan begins with the next month. You see the figures before you agree.
        </li>
        <li>
          If a renewal cannot be paid, we write to you, and you have seven days to change your card. After that the
          subscription ends.
        </li>
      </ul>
    ),
  },
  {
    id: 'automatic',
    title: 'Purchases made by themselves',
    text: (
      <p>
        Automatic top-up is off until you switch it on. From then on it buys the pack you chose from the card on file
        whenever you can spend fewer credits than you said, and never for more in a calendar month than you allowed.
        Each purchase is mailed to you with its invoice, like any other, and you can switch it off at any time.
      </p>
    ),
  },
  {
    id: 'money',
    title: 'Money back',
    text: (
      <p>
        Where a payment is refunded, it goes back whole to the card it was paid with, and what is left of the credits it
        brought is taken back: of each kind, your oldest credits count as spent first, so another purchase is never
        touched. The invoice says so from then on.
      </p>
    ),
  },
  {
    id: 'lapse',
    title: 'How long credits last',
    text: (
      <p>
        Subscription credits that you do not use roll over at renewal, up to one month’s worth, and end with the
        subscription. On-demand credits stay until you use them. When you close your account, its credits end with it,
        so spend them before, or ask the operator first.
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

/** How credits and money are taken, held, spent and given back. */
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
