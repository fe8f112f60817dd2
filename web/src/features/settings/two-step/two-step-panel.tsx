import { type SecondFactorState, secondFactor } from '@dooryard/contract/identity/second-factor'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatDay, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { RememberedDevices } from './remembered-devices.tsx'

type RowProps = { title: string; children: React.ReactNode; action: React.ReactNode }

const Row = ({ title, children, action }: RowProps) => (
  <Group justify="space-between" gap="8px 16px">
    <div>
      <Text fw={550}>{title}</Text>
      <Text c="dimmed" fz="sm">
        {children}
      </Text>
    </div>
    {action}
  </Group>
)

/** What follows from turning the authenticator app off. */
function describeRemoval({ methods, isRequired }: SecondFactorState): string {
  if (methods.includes('PASSKEY'))
    return 'Passkeys are still asked for after your password. Recovery codes stay valid. Other devices are asked again.'
  return isRequired
    ? 'Your role requires two-step verification, so you will have to set it up again.'
    : 'You will sign in with your password only. Recovery codes and remembered devices are removed.'
}

function AppRow({ email, state }: { email: string; state: SecondFactorState }) {
  const [dialog, open] = useDialog(async () => (await import('./two-step-dialogs.tsx')).SetUpDialog)
  const remove = useEndpointMutation(secondFactor.removeTotp, {
    refreshes: 'all',
    onSuccess: () => showSuccessToast('Authenticator app turned off'),
  })
  const confirmRemoval = () =>
    openConfirmDialog({
      title: 'Turn off the authenticator app?',
      children: describeRemoval(state),
      labels: { confirm: 'Turn off', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({}),
    })
  return (
    <>
      {state.totpConfirmedAt ? (
        <Row
          title="Authenticator app"
          action={
            <Button variant="default" loading={remove.isPending} onClick={confirmRemoval}>
              Turn off
            </Button>
          }
        >
          Set up on {formatDay(state.totpConfirmedAt)}
        </Row>
      ) : (
        <Row title="Authenticator app" action={<Button onClick={open}>Set up</Button>}>
          Asks for a code from your phone in addition to your password.
          {state.methods.length === 0 && ' Setting it up signs out your other devices.'}
        </Row>
      )}
      {dialog({ email })}
    </>
  )
}

function RecoveryCodesRow({ email, left }: { email: string; left: number }) {
  const [dialog, open] = useDialog(async () => (await import('./two-step-dialogs.tsx')).RenewDialog)
  return (
    <>
      <Row
        title="Recovery codes"
        action={
          <Button variant="default" onClick={open}>
            Get new codes
          </Button>
        }
      >
        {left === 0 ? 'None left' : `${pluralize(left, 'code')} left`}, in case you lose your phone
      </Row>
      {dialog({ email })}
    </>
  )
}

/** The second factor of the user: how to prove it, and where it is not asked. */
export function TwoStepPanel({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(buildQuery(secondFactor.state, {}))
  const isOn = data && data.methods.length > 0
  return (
    <Panel
      title="Two-step verification"
      aside={data && <Tag tone={isOn ? 'good' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>}
    >
      {error && !data && <LoadFailure what="Your two-step verification" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={44} />}
      {data && (
        <Stack gap={20}>
          <AppRow email={email} state={data} />
          {isOn && <RecoveryCodesRow email={email} left={data.recoveryCodesLeft} />}
          <RememberedDevices devices={data.devices} />
        </Stack>
      )}
    </Panel>
  )
}
