import { lastChanged } from './changed.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

const kept = [
  {
    what: 'Your account',
    why: 'Name, email, phone, company, address and picture, as far as you give them; your password only as a hash. To know who you are, and to write to you about your account.',
    howLong:
      'Until you close it. Then it is erased from the account at once; the audit log keeps its own. Seven days where the email was never verified.',
  },
  {
    what: 'Sessions',
    why: 'For each device that is signed in: its address on the network, its browser, and when it was first and last seen. So that you can see where you are signed in, and end it.',
    howLong: '90 days after the session ended.',
  },
  {
    what: 'Codes by mail',
    why: 'As a hash, to verify your email and to let you choose a new password.',
    howLong: 'They work for 10 minutes.',
  },
  {
    what: 'Searches, campaigns and orders',
    why: 'What you looked for and ordered, and the leads that were delivered. To deliver them, and never to charge you twice for one.',
    howLong:
      'For good, as the record of what was sold. After your account is closed they no longer say whose they were.',
  },
  {
    what: 'The credit ledger',
    why: 'Every change of your credits, with its reason. To explain every balance.',
    howLong: 'For good: nothing is ever removed from it.',
  },
  {
    what: 'Payments and invoices',
    why: 'What you bought, when, for how much, and your name, company, email and address as they were on the invoice. The number of your card never reaches the portal: the payment provider takes it, and tells us its brand, its last four digits and its month of expiry.',
    howLong: 'For good, closed accounts included, as the law wants of books.',
  },
  {
    what: 'The audit log',
    why: 'Who did what to accounts, from which address on the network, what a profile said before and after a change, refused sign-ins, and administrators’ acts. To find out about misuse, and to keep administrators honest.',
    howLong: 'For good, closed accounts included: it is made so that nothing can be taken out unseen.',
  },
  {
    what: 'Counts of calls',
    why: 'How often an account, an email or an address on the network called. To stop floods and the guessing of passwords.',
    howLong: 'A day at the most.',
  },
]

const sections: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        The operator: whoever runs this portal on their servers and gave you its address. The authors of the software
        get nothing of your data; it sends nothing home.
      </p>
    ),
  },
  {
    id: 'kept',
    title: 'What is kept, why, and how long',
    text: (
      <dl>
        {kept.map(({ what, why, howLong }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {why} <strong>{howLong}</strong>
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'browser',
    title: 'What is in your browser',
    text: (
      <>
        <p>
          No cookie follows you, and no cookie signs you in. One cookie remembers for seven days whether the sidebar is
          open. The storage of your browser keeps the rest:
        </p>
        <ul>
          <li>your sign-in, with your profile as last seen, and a campaign that you have begun, until you sign out;</li>
          <li>whether you chose light or dark, and by how much the clock of the portal differs from yours;</li>
          <li>
            until you close the tab: how far each page was scrolled, that a page was reloaded for a new version, and the
            emails to which a code was sent with when the next may follow, which signing in removes.
          </li>
        </ul>
        <p>
          No tracker, no advertisement, no analytics: every script, font and picture of a page comes from the portal
          itself, and the browser is told to refuse any other.
        </p>
      </>
    ),
  },
  {
    id: 'mail',
    title: 'Mail',
    text: (
      <p>
        You get mail about your account, such as codes and a note when your password was changed, sent through the mail
        server that the operator chose. A demo without one keeps mail on its outbox page instead, for every visitor or
        for its administrators, so give a demo no data of real people.
      </p>
    ),
  },
  {
    id: 'shared',
    title: 'Who else sees it',
    text: (
      <p>
        The administrators of the portal, as far as they need it to run it and to help you; the operator’s hosts and
        mail server, which carry it; the payment provider, which gets your name and email when you buy; and whoever the
        law obliges the operator to tell. Nobody buys it.
      </p>
    ),
  },
  {
    id: 'owners',
    title: 'Owners of properties',
    text: (
      <>
        <p>
          The portal also holds what public records say of property owners: names, mailing addresses, properties,
          purchases and loans. They come from the rolls of counties and cities that the operator imports, and change
          when the agency publishes a new roll.
        </p>
        <p>
          If a record about you is wrong, the county that publishes it can correct it, and the next roll carries the
          correction. To ask what this portal says of you, or to object to being contacted, write to its operator; laws
          such as California’s may give you more rights.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'What you can do',
    text: (
      <ul>
        <li>See and change your details, and take your picture out, in your profile.</li>
        <li>See and end your sessions in your account settings.</li>
        <li>
          Close your account: its sessions end, and what it says of you is erased at once. Orders and the ledger stay
          without saying who you were; invoices and the audit log stay as they are.
        </li>
        <li>Ask the operator for a copy of what is kept about you.</li>
      </ul>
    ),
  },
  {
    id: 'safe',
    title: 'How it is kept safe',
    text: (
      <p>
        Passwords are hashed with argon2id, codes are hashed with a key, and mail that waits to be sent is encrypted.
        Every call is checked against a session that can be ended at once. How it all works is open: read the software.
      </p>
    ),
  },
]

/** What is kept of people, why, and for how long. */
export function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      changed={lastChanged}
      summary={
        <>
          <p>In short:</p>
          <ul>
            <li>We keep what running your account takes, and nothing to follow you.</li>
            <li>No trackers, no advertising, nothing sold.</li>
            <li>
              Closing your account erases at once what it says of you; the audit log and invoices keep what they say.
            </li>
          </ul>
        </>
      }
      sections={sections}
    />
  )
}
