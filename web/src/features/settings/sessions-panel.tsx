import { account, type Session } from '@dooryard/contract/identity/account'
import { Button, Center, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Monitor, MonitorOff, Smartphone, Tablet, Terminal } from 'lucide-react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { type DeviceKind, parseDevice } from '../../lib/format/device.ts'
import { formatAgo, formatClock, formatDay } from '../../lib/format/format.ts'
import { session } from '../../lib/session/session.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/feedback/state-view.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import classes from './settings.module.css'

const iconByDevice: Record<DeviceKind, LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: Terminal,
}

const sessionRefresh = { refreshes: [account.sessions], awaitsRefresh: true }

const underline = { borderBottom: '1px solid var(--line)' }

const DeviceFacts = ({ session: { userAgent, isCurrent, impersonation, ...facts } }: { session: Session }) => (
  <div>
    <Group gap="2px 8px">
      <Text component="strong" inherit fw={550} title={userAgent}>
        {parseDevice(userAgent).name}
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
      <span>
        signed in <Instant at={facts.createdAt} />
      </span>
      <span>{isCurrent ? 'in use now' : `last seen ${formatAgo(Date.parse(facts.lastSeenAt))}`}</span>
      {!impersonation && <span>expires by {formatDay(facts.endsBy)}</span>}
    </Flex>
  </div>
)

/** One session: its device, place and time, with an action to end it. */
function SessionRow({ session, disabled }: { session: Session; disabled: boolean }) {
  const { id: sessionId, isCurrent, userAgent } = session
  const { name, kind } = parseDevice(userAgent)
  const end = useEndpointMutation(account.endSession, {
    ...sessionRefresh,
    onSuccess: () => showSuccessToast(`${name} signed out`),
  })
  const Icon = iconByDevice[kind]
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

const confirmSignOut = (action: string, children: string, onConfirm: () => void) =>
  openConfirmDialog({
    title: `${action}?`,
    children,
    labels: { confirm: action, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  })

/** Ends several sessions at once. */
function SignOutButtons({ hasOthers, disabled }: { hasOthers: boolean; disabled: boolean }) {
  const others = useEndpointMutation(account.logoutAll, {
    ...sessionRefresh,
    onSuccess: () => showSuccessToast('All other devices signed out'),
  })
  const every = useEndpointMutation(account.logoutAll, { onSuccess: () => session.end('asked') })
  const confirmSignOutOthers = () =>
    confirmSignOut('Sign out all others', 'All other devices will have to sign in again.', () =>
      others.mutate({ query: { keepCurrent: 'true' } }),
    )
  const confirmSignOutEverywhere = () =>
    confirmSignOut('Sign out everywhere', 'All devices, including this one, will have to sign in again.', () =>
      every.mutate({}),
    )
  return (
    <Group gap={8} px="var(--panel-padding)" py={16}>
      <Button
        variant="default"
        disabled={disabled || !hasOthers}
        loading={others.isPending}
        onClick={confirmSignOutOthers}
      >
        Sign out all others
      </Button>
      <Button variant="default" disabled={disabled} loading={every.isPending} onClick={confirmSignOutEverywhere}>
        Sign out everywhere
      </Button>
    </Group>
  )
}

type SessionsProps = { state: { page: number; limit: number }; onState: OnTableStateChange; disabled: boolean }

function SessionList({ state, onState, disabled }: SessionsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(buildLiveQuery(account.sessions, { query: state }))
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
      <SignOutButtons hasOthers={data.totalCount > 1} disabled={disabled} />
    </>
  )
}

/** The user's sessions, with actions to end them. */
export const SessionsPanel = (props: SessionsProps) => (
  <Panel title="Active sessions" flush>
    <SessionList {...props} />
  </Panel>
)
