import {
  type ConnectedAccount,
  connectedAccounts,
  type SignInProvider,
} from '@dooryard/contract/identity/external-sign-in'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { Button, Center, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatAgo, formatDay } from '../../../lib/format/format.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { ProviderIcon } from '../../../ui/brand/provider-icon.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useConnect } from './use-connect.ts'

const loadConnectDialog = async () => (await import('./connect-dialog.tsx')).ConnectDialog

type RowProps = { provider: SignInProvider; text: string; action: ReactNode }

const Row = ({ provider, text, action }: RowProps) => (
  <Flex
    component="li"
    align="center"
    justify="space-between"
    gap={14}
    px="var(--panel-padding)"
    py={14}
    style={{ borderBottom: '1px solid var(--line)' }}
  >
    <Group gap={12} wrap="nowrap" miw={0}>
      <Center w={36} h={36} flex="none" bd="1px solid var(--line)" bdrs="md" bg="var(--raised)" c="dimmed">
        <ProviderIcon provider={provider.id} />
      </Center>
      <div style={{ minWidth: 0 }}>
        <Text component="strong" inherit fw={550}>
          {provider.name}
        </Text>
        <Text c="dimmed" fz="sm" lh="18px" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </div>
    </Group>
    {action}
  </Flex>
)

/** One account of a provider, with an action to disconnect it. */
function ConnectedRow({ account, disabled }: { account: ConnectedAccount; disabled: boolean }) {
  const { id, provider, email, createdAt, lastUsedAt } = account
  const remove = useEndpointMutation(connectedAccounts.remove, {
    refreshes: [connectedAccounts.list],
    onSuccess: () => showSuccessToast(`${provider.name} disconnected`),
  })
  const confirm = () =>
    openConfirmDialog({
      title: `Disconnect ${provider.name}?`,
      children: 'You can still sign in with your password or an email link.',
      labels: { confirm: 'Disconnect', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ params: { id } }),
    })
  const used = lastUsedAt ? `used ${formatAgo(Date.parse(lastUsedAt))}` : 'not used yet'
  return (
    <Row
      provider={provider}
      text={`${email ?? 'No email'}, connected ${formatDay(createdAt)}, ${used}`}
      action={
        <Button
          flex="none"
          variant="default"
          size="xs"
          disabled={disabled}
          loading={remove.isPending}
          aria-label={`Disconnect ${provider.name}`}
          onClick={confirm}
        >
          Disconnect
        </Button>
      }
    />
  )
}

type ProviderRowProps = { provider: SignInProvider; disabled: boolean; hasFactor: boolean }

/** A provider without a connected account, with an action that leaves for its page. */
function ProviderRow({ provider, disabled, hasFactor }: ProviderRowProps) {
  const connect = useConnect(provider)
  const [dialog, openDialog] = useDialog(loadConnectDialog)
  return (
    <Row
      provider={provider}
      text="Not connected"
      action={
        <>
          <Button
            flex="none"
            variant="default"
            size="xs"
            disabled={disabled}
            loading={connect.isPending || connect.isSuccess}
            aria-label={`Connect ${provider.name}`}
            onClick={() => (hasFactor ? connect.mutate({}) : openDialog())}
          >
            Connect
          </Button>
          {dialog({ provider })}
        </>
      }
    />
  )
}

type ConnectedAccountsProps = { disabled: boolean }

function ConnectedAccountList({ providers, disabled }: ConnectedAccountsProps & { providers: SignInProvider[] }) {
  const { data, error, refetch } = useQuery(buildLiveQuery(connectedAccounts.list, {}))
  const factors = useQuery({ ...buildQuery(secondFactor.state, {}), enabled: !disabled })
  if (error && !data) return <LoadFailure what="Your connected accounts" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Stack role="status" aria-label="Loading your connected accounts" p={20}>
        <Skeleton height={40} />
      </Stack>
    )
  const unconnected = providers.filter(({ id }) => !data.items.some(({ provider }) => provider.id === id))
  return (
    <Stack component="ul" gap={0} m={0} mb={-1} p={0} aria-label="Connected accounts">
      {data.items.map((account) => (
        <ConnectedRow key={account.id} account={account} disabled={disabled} />
      ))}
      {unconnected.map((provider) => (
        <ProviderRow
          key={provider.id}
          provider={provider}
          disabled={disabled}
          hasFactor={(factors.data?.methods.length ?? 0) > 0}
        />
      ))}
    </Stack>
  )
}

/** The accounts of other providers that sign in to this one, in a portal that has such providers. */
export function ConnectedAccountsPanel({ disabled }: ConnectedAccountsProps) {
  const providers = usePortalInfo()?.signInProviders ?? []
  if (providers.length === 0) return null
  return (
    <Panel title="Connected accounts" flush>
      <ConnectedAccountList providers={providers} disabled={disabled} />
    </Panel>
  )
}
