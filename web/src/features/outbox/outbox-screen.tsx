import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Lock, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { aboutPortal } from '../../lib/about.ts'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { useTitle } from '../../lib/use-title.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { NotFoundScreen } from '../../ui/feedback/not-found-screen.tsx'
import { DocumentFrame } from '../../ui/layout/public-frames.tsx'
import { MailList } from './mail-list.tsx'
import { MailView } from './mail-view.tsx'
import { outbox, type Readers } from './outbox.data.ts'
import classes from './outbox.module.css'
import type { OutboxSearch } from './outbox-search.ts'

type OutboxProps = OutboxSearch & { onFilter: (to: string) => void }

/** The mails of a portal that sends none, as they would have been sent, for whoever may read them. */
export function OutboxScreen(props: OutboxProps) {
  const { data: portal, error, refetch } = useQuery(aboutPortal())
  const { user } = useSession()
  if (!portal)
    return <Frame>{error && <LoadFailure what="The outbox" error={error} onRetry={() => void refetch()} />}</Frame>
  if (!portal.hasOutbox) return <NotFoundScreen />
  if (!portal.isExposed) return <Mails {...props} readers="everybody" />
  return user?.role === 'SUPER_ADMIN' ? (
    <Mails {...props} readers="administrators" />
  ) : (
    <Frame>
      <Closed
        text="Other machines reach this portal, so its mails are not for everybody."
        action={user ? undefined : <SignIn />}
      />
    </Frame>
  )
}

function Mails({ to, mail, onFilter, readers }: OutboxProps & { readers: Readers }) {
  const { data, error, refetch } = useQuery(outbox(to, readers))
  const chosen = data?.items.find(({ id }) => id === mail) ?? data?.items[0]
  if (isRefusal(error) && !data)
    return (
      <Frame readers={readers}>
        <Closed text={sentenceFor(error)} />
      </Frame>
    )
  return (
    <Frame readers={readers}>
      <RecipientFilter to={to} onFilter={onFilter} />
      {error && !data && <LoadFailure what="The outbox" error={error} onRetry={() => void refetch()} />}
      {data && !chosen && (
        <StateView
          icon={Mail}
          title={to ? `No mail to ${to}` : 'No mail yet'}
          text="What the portal would send appears here by itself."
        />
      )}
      {data && chosen && (
        <div className={classes.panes}>
          <MailList mails={data.items} chosen={chosen.id} to={to} />
          <MailView key={chosen.id} mail={chosen} />
        </div>
      )}
    </Frame>
  )
}

/** Why somebody may not read the mails. */
const Closed = ({ text, action }: { text: string; action?: ReactNode }) => (
  <StateView icon={Lock} title="The outbox is for administrators" text={text} action={action} />
)

/** Leads back to the same mails. */
function SignIn() {
  const redirect = useLocation({ select: ({ href }) => href })
  return (
    <LinkButton variant="default" to="/login" search={{ redirect }}>
      Sign in
    </LinkButton>
  )
}

function Frame({ readers, children }: { readers?: Readers; children: ReactNode }) {
  useTitle('Outbox')
  return (
    <DocumentFrame width="wide">
      <h1>Outbox</h1>
      {readers && (
        <p className={classes.lead}>
          This portal sends no mail. The last 50 that it would have sent are here for {readers}.
        </p>
      )}
      {children}
    </DocumentFrame>
  )
}

function RecipientFilter({ to = '', onFilter }: { to?: string; onFilter: (to: string) => void }) {
  const { text, type } = useDebouncedText(to, onFilter)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      className={classes.filter}
      label="Recipient"
      placeholder="Everybody"
      type="search"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
