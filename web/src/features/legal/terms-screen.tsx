import { Link } from '@tanstack/react-router'
import { lastChanged } from './changed.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

const sections: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is who',
    text: (
      <>
        <p>
          Dooryard is open-source software under the MIT License. A portal like this one is run by a person or company
          on servers of their own: <em>the operator</em>. These terms are between you and the operator of the portal you
          have the account with. The authors of the software run nothing here and see nothing of it.
        </p>
        <p>If you use the portal for a company, you say that you may speak for it, and “you” is the company too.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <ul>
        <li>Give your own name and an email address that you read. The address is verified before you can sign in.</li>
        <li>Keep your password to yourself. What is done with your account counts as done by you.</li>
        <li>You see every device that is signed in, and can sign any of them out.</li>
        <li>
          An administrator of the portal may act as you to help you, for at most an hour at a time and with a reason.
          You see it among your sessions and can end it there; what they change is recorded with their name.
        </li>
        <li>You can close your account at any time, once no order is under way.</li>
      </ul>
    ),
  },
  {
    id: 'data',
    title: 'What the data are',
    text: (
      <>
        <p>
          Facts about properties and owners come from the public records of counties and cities, as their agencies
          publish them. Every property shows which record each group of its facts came from, and when it was recorded.
        </p>
        <p>
          Public records have mistakes, gaps and delays, and so has what is derived from them, such as an estimated
          value or whether somebody lives where they own. Check what matters to you with the county. The agency’s own
          terms of use apply to its records.
        </p>
        <p>
          The portal is not a consumer reporting agency. Do not use its data to decide on credit, insurance, employment,
          housing or anything else for which the Fair Credit Reporting Act asks for a consumer report.
        </p>
      </>
    ),
  },
  {
    id: 'outreach',
    title: 'When you write or call',
    text: (
      <>
        <p>Whom you contact, how and with which words is up to you, and so is obeying the law. In particular:</p>
        <ul>
          <li>
            Before you call, check the numbers against the National Do Not Call Registry and the lists of the states you
            call, as often as the law asks for, with an access of your own where it asks for one.
          </li>
          <li>Keep a list of your own of those who told you not to call again, and respect it.</li>
          <li>
            The Telephone Consumer Protection Act and the Telemarketing Sales Rule say when you may call, what you must
            say, and when you need consent first, as for recorded voices, automatic dialling and text messages.
          </li>
          <li>Letters must not look as if they came from a public office, and must not mislead about why you write.</li>
          <li>Do not choose or leave out people by race, religion, origin, family, disability or sex.</li>
        </ul>
        <p>What the portal leaves out or marks for you is a help. It is not advice, and it takes no duty off you.</p>
      </>
    ),
  },
  {
    id: 'leads',
    title: 'What you may do with leads',
    text: (
      <p>
        Leads that were delivered to you are yours to use in your own business, or for the client you ordered them for.
        Do not resell them as a database, publish them, or use them to harass or to find somebody who does not want to
        be found.
      </p>
    ),
  },
  {
    id: 'fair',
    title: 'Fair use',
    text: (
      <p>
        Do not try to get at other people’s accounts, to get around limits, or to copy the whole of the data by counting
        and paging. Research into security in good faith is welcome on a portal of your own: the software is open.
      </p>
    ),
  },
  {
    id: 'credits',
    title: 'Credits',
    text: (
      <p>
        Orders cost credits. How they are held, spent and given back stands in the{' '}
        <Link to="/refund-policy">Refund and Credit Policy</Link>, which is part of these terms.
      </p>
    ),
  },
  {
    id: 'end',
    title: 'Suspension and end',
    text: (
      <p>
        The operator may deactivate an account that breaks these terms or the law, and says why when asked. A
        deactivated account is signed out everywhere; its orders and credits stay recorded.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    text: (
      <p>
        The portal and its data come as they are. As far as the law allows, neither the operator nor the authors of the
        software warrant that they are complete, right or fit for your purpose, or answer for what follows from using
        them. Nothing here limits what the law does not let anybody limit.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    text: (
      <p>
        When these terms change, the date at the top changes with them. What you ordered before stays under the terms of
        its day. For questions, write to the operator of your portal.
      </p>
    ),
  },
]

/** What the operator of a portal and its users owe each other. */
export function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Service"
      changed={lastChanged}
      summary={
        <>
          <p>In short:</p>
          <ul>
            <li>This portal is run by its operator; the software is open source.</li>
            <li>The data come from public records, and public records have mistakes.</li>
            <li>You are responsible for whom you contact and how, do-not-call rules first of all.</li>
          </ul>
        </>
      }
      sections={sections}
    />
  )
}
