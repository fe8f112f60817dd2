import { about, adminOutbox, type OutboxMail } from '@dooryard/contract/about'
import { Button, Flex, Group, Paper, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { LayoutTemplate, Lock, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { getErrorMessage, isClientError } from '../../lib/api/errors.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { formatTime } from '../../lib/format/format.ts'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { portalInfoQuery } from '../../lib/portal-info.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { NotFoundScreen } from '../../ui/feedback/not-found-screen.tsx'
import { LoadFailure, StateView } from '../../ui/feedback/state-view.tsx'
import { DocumentFrame } from '../../ui/layout/frames/document-frame.tsx'
import { MailView } from './mail-view.tsx'
import classes from './outbox.module.css'
import type { OutboxSearch } from './outbox-search.ts'

/** Who may read the outbox: everyone, or only administrators if other machines can reach the portal. */
type OutboxReaders = 'everyone' | 'administrators'

/** The last mails, optionally to one address; polled every few seconds unless access is denied. */
const outboxQuery = (to: string | undefined, readers: OutboxReaders) => ({
  ...buildLiveQuery(readers === 'everyone' ? about.outbox : adminOutbox.list, { query: { to } }),
  refetchInterval: ({ state }: { state: { error: Error | null } }) => (isClientError(state.error) ? false : 3000),
})

type OutboxProps = OutboxSearch & { onFilter: (to: string) => void }

export function OutboxScreen(props: OutboxProps) {
  const { data: portal, error, refetch } = useQuery(portalInfoQuery())
  const { user } = useSession()
  if (!portal)
    return (
      <OutboxFrame>
        {error && <LoadFailure what="The outbox" error={error} onRetry={() => void refetch()} />}
      </OutboxFrame>
    )
  if (!portal.hasOutbox) return <NotFoundScreen />
  if (!portal.isExposed) return <Mails {...props} readers="everyone" />
  return user?.role === 'SUPER_ADMIN' ? (
    <Mails {...props} readers="administrators" />
  ) : (
    <OutboxFrame>
      <OutboxClosed
        text="This portal is public, so only administrators can read its emails."
        action={user ? undefined : <SignIn />}
      />
    </OutboxFrame>
  )
}

function Mails({ to, mail, onFilter, readers }: OutboxProps & { readers: OutboxReaders }) {
  const { data, error, refetch } = useQuery(outboxQuery(to, readers))
  const chosen = data?.items.find(({ id }) => id === mail) ?? data?.items[0]
  if (isClientError(error) && !data)
    return (
      <OutboxFrame readers={readers}>
        <OutboxClosed text={getErrorMessage(error)} />
      </OutboxFrame>
    )
  return (
    <OutboxFrame readers={readers}>
      <RecipientFilter to={to} onFilter={onFilter} />
      {error && !data && <LoadFailure what="The outbox" error={error} onRetry={() => void refetch()} />}
      {data && !chosen && (
        <StateView
          icon={Mail}
          title={to ? `No mail to ${to}` : 'No mail yet'}
          text="Emails appear here automatically."
          action={
            to && (
              <Button variant="default" onClick={() => onFilter('')}>
                Show all mail
              </Button>
            )
          }
        />
      )}
      {data && chosen && (
        <Flex direction={{ base: 'column', sm: 'row' }} align={{ base: 'stretch', sm: 'flex-start' }} gap="md">
          <MailList mails={data.items} chosen={chosen.id} to={to} />
          <MailView key={chosen.id} mail={chosen} />
        </Flex>
      )}
    </OutboxFrame>
  )
}

const MailList = ({ mails, chosen, to }: { mails: OutboxMail[]; chosen: string; to: string | undefined }) => (
  <Paper
    component="nav"
    withBorder
    radius="lg"
    flex="none"
    w={{ sm: 340 }}
    mah={{ base: 232, sm: 'calc(100dvh - 96px)' }}
    className={classes.list}
    aria-label="Mails"
  >
    {mails.map(({ id, subject, to: recipient, createdAt }) => (
      <Link
        key={id}
        className={classes.item}
        to="/dev/outbox"
        search={{ to, mail: id }}
        resetScroll={false}
        aria-current={id === chosen}
      >
        <Text span fz="sm" fw={500} lh="20px" c="var(--mantine-color-text)">
          {subject}
        </Text>
        <Flex component="span" justify="space-between" gap="sm">
          <Text span inherit truncate>
            {recipient}
          </Text>
          <time className="numbers" dateTime={createdAt}>
            {formatTime(createdAt)}
          </time>
        </Flex>
      </Link>
    ))}
  </Paper>
)

const OutboxClosed = ({ text, action }: { text: string; action?: ReactNode }) => (
  <StateView icon={Lock} title="The outbox is for administrators" text={text} action={action} />
)

/** Returns to the same mails. */
function SignIn() {
  const redirect = useLocation({ select: ({ href }) => href })
  return (
    <LinkButton variant="default" to="/login" search={{ redirect }}>
      Sign in
    </LinkButton>
  )
}

function OutboxFrame({ readers, children }: { readers?: OutboxReaders; children: ReactNode }) {
  useTitle('Outbox')
  return (
    <DocumentFrame width="wide">
      <Group justify="space-between" gap="sm">
        <h1>Outbox</h1>
        {readers && <TemplatesLink />}
      </Group>
      {readers && (
        <Text mt={4} c="dimmed">
          Demo: emails are not sent. The last 50 are shown to {readers}.
        </Text>
      )}
      {children}
    </DocumentFrame>
  )
}

/** Links to a server page that shows every mail with sample data. */
const TemplatesLink = () => (
  <Button
    component="a"
    href="/dev/outbox/templates"
    variant="default"
    leftSection={<LayoutTemplate size={16} aria-hidden="true" />}
  >
    Templates
  </Button>
)

function RecipientFilter({ to = '', onFilter }: { to?: string; onFilter: (to: string) => void }) {
  const { text, type } = useDebouncedText(to, onFilter)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      maw={320}
      mt="lg"
      mb="md"
      label="Recipient"
      placeholder="All recipients"
      type="search"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
