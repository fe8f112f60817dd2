import { account, type Session } from '@dooryard/contract/account'
import { Button, Center, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Monitor, MonitorOff, Smartphone, Tablet, Terminal } from 'lucide-react'
import { type DeviceKind, deviceOf } from '../../lib/device.ts'
import { formatAgo, formatClock, formatDay, formatDayAndTime } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { signOut } from '../../lib/sign-out.ts'
import { useCall } from '../../lib/use-call.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './settings.module.css'

const icons: Record<DeviceKind, LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: Terminal,
}

const refreshesSessions = { refreshes: [account.sessions], awaitsRefresh: true }

const underline = { borderBottom: '1px solid var(--line)' }

const DeviceFacts = ({ session: { userAgent, isCurrent, impersonation, ...facts } }: { session: Session }) => (
  <div>
    <Group gap="2px 8px">
      <Text component="strong" inherit fw={550} title={userAgent}>
        {deviceOf(userAgent).name}
      </Text>
      {isCurrent && <Tag tone="good">This device</Tag>}
      {impersonation && (
        <Tag tone="warn">
          Support: {impersonation.adminEmail}, ends {formatClock(impersonation.expiresAt)}
        </Tag>
      )}
    </Group>
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      wrap="wrap"
      mt={2}
      c="dimmed"
      fz="sm"
      lh="18px"
      className={`${classes.facts} numbers`}
    >
      <span>{facts.ipAddress}</span>
      <span>signed in {formatDayAndTime(facts.createdAt)}</span>
      <span>{isCurrent ? 'in use now' : `last seen ${formatAgo(Date.parse(facts.lastSeenAt))}`}</span>
      {!impersonation && <span>expires by {formatDay(facts.endsBy)}</span>}
    </Flex>
  </div>
)

/** One device: what it is, where and when, and its end. */
function SessionRow({ session, disabled }: { session: Session; disabled: boolean }) {
  const { id: sessionId, isCurrent, userAgent } = session
  const { name, kind } = deviceOf(userAgent)
  const end = useCall(account.endSession, {
    ...refreshesSessions,
    onSuccess: () => toastDone(`${name} is signed out`),
  })
  const Icon = icons[kind]
  return (
    <Flex
      component="li"
      align={{ base: 'flex-start', sm: 'center' }}
      gap={14}
      px="var(--panel-padding)"
      py={14}
      style={underline}
    >
      <Center w={36} h={36} flex="none" bd="1px solid var(--line)" bdrs="md" bg="var(--raised)" c="dimmed">
        <Icon size={18} aria-hidden="true" />
      </Center>
      <Flex
        flex={1}
        miw={0}
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'flex-start', sm: 'center' }}
        justify="space-between"
        gap={14}
      >
        <DeviceFacts session={session} />
        <Button
          flex="none"
          variant="default"
          size="xs"
          disabled={disabled}
          loading={end.isPending}
          onClick={() => (isCurrent ? signOut() : end.mutate({ params: { sessionId } }))}
          aria-label={`Sign out ${isCurrent ? 'of this device' : name}`}
        >
          Sign out
        </Button>
      </Flex>
    </Flex>
  )
}

const ask = (act: string, children: string, onConfirm: () => void) =>
  askFirst({
    title: `${act}?`,
    children,
    labels: { confirm: act, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  })

/** Ends many sessions at once. */
function EndMany({ hasOthers, disabled }: { hasOthers: boolean; disabled: boolean }) {
  const others = useCall(account.logoutAll, {
    ...refreshesSessions,
    onSuccess: () => toastDone('All other devices are signed out'),
  })
  const every = useCall(account.logoutAll, { onSuccess: () => session.end('asked') })
  const askOthers = () =>
    ask('Sign out all others', 'Every device but this one has to sign in again.', () =>
      others.mutate({ query: { keepCurrent: 'true' } }),
    )
  const askEvery = () =>
    ask('Sign out everywhere', 'Every device has to sign in again, this one too.', () => every.mutate({}))
  return (
    <Group gap={8} px="var(--panel-padding)" py={16}>
      <Button variant="default" disabled={disabled || !hasOthers} loading={others.isPending} onClick={askOthers}>
        Sign out all others
      </Button>
      <Button variant="default" disabled={disabled} loading={every.isPending} onClick={askEvery}>
        Sign out everywhere
      </Button>
    </Group>
  )
}

type SessionsProps = { state: { page: number; limit: number }; onState: OnState; disabled: boolean }

function Sessions({ state, onState, disabled }: SessionsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(liveQueryOf(account.sessions, { query: state }))
  if (error && !data) return <LoadFailure what="Your devices" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Stack role="status" aria-label="Loading your devices" p={20}>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={40} />
      </Stack>
    )
  return (
    <>
      {data.items.length === 0 ? (
        <StateView
          icon={MonitorOff}
          title="No devices on this page"
          action={
            <Button variant="default" onClick={() => onState({ page: 1 })}>
              First page
            </Button>
          }
        />
      ) : (
        <Stack component="ul" gap={0} m={0} p={0} opacity={isPlaceholderData ? 0.6 : 1} aria-label="Devices">
          {data.items.map((session) => (
            <SessionRow key={session.id} session={session} disabled={disabled} />
          ))}
        </Stack>
      )}
      {data.totalPages > 1 && (
        <Pagination label="Devices" {...state} total={data.totalCount} last={data.totalPages} onChange={onState} />
      )}
      <EndMany hasOthers={data.totalCount > 1} disabled={disabled} />
    </>
  )
}

/** Where the user is signed in, and how to end that. */
export const SessionsPanel = (props: SessionsProps) => (
  <Panel title="Where you are signed in" flush>
    <Sessions {...props} />
  </Panel>
)
