import { account, PasswordChange } from '@dooryard/contract/identity/account'
import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { ConnectedAccountsPanel } from './connected-accounts/connected-accounts-panel.tsx'
import { EmailPanel } from './email/email-panel.tsx'
import { PasskeysPanel } from './passkeys/passkeys-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import classes from './settings.module.css'
import { TwoStepPanel } from './two-step/two-step-panel.tsx'

type AccountPanelProps = { email: string; disabled: boolean }

/** Changes the password. */
function PasswordPanel({ email, disabled }: AccountPanelProps) {
  const form = useSchemaForm(PasswordChange, { currentPassword: '', newPassword: '', confirmPassword: '' })
  const update = useEndpointMutation(account.updatePassword, {
    refreshes: [account.sessions],
    onSuccess: () => {
      form.reset()
      showSuccessToast('Password changed. Other devices are signed out.')
    },
  })
  const runExclusive = useSingleFlight()
  const submit = form.submit((body) =>
    runExclusive((release) => update.mutate({ body }, { onError: form.showRefusal, onSettled: release })),
  )
  return (
    <Panel title="Password">
      <form onSubmit={submit} noValidate>
        <fieldset className="plain" disabled={disabled}>
          <legend className="visually-hidden">Password</legend>
          {/* Tells password managers which account this password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <Stack maw={420}>
            <FormFields
              form={form}
              fields={[
                {
                  name: 'currentPassword',
                  kind: 'password',
                  label: 'Current password',
                  autoComplete: 'current-password',
                },
                {
                  name: 'newPassword',
                  kind: 'password',
                  label: 'New password',
                  description:
                    'At least 8 characters. A phrase of several words is easy to remember and hard to guess.',
                  autoComplete: 'new-password',
                },
                {
                  name: 'confirmPassword',
                  kind: 'password',
                  label: 'Confirm new password',
                  autoComplete: 'new-password',
                },
              ]}
            />
            <Group gap="8px 16px">
              <Button type="submit" loading={update.isPending}>
                Change password
              </Button>
              <Text c="dimmed" fz="sm" lh="18px">
                Signs out all other devices.
              </Text>
            </Group>
          </Stack>
        </fieldset>
      </form>
    </Panel>
  )
}

/** Closes the account. */
function ClosePanel({ email, disabled }: AccountPanelProps) {
  const [dialog, open] = useDialog(async () => (await import('./close-dialog.tsx')).CloseDialog)
  return (
    <Panel title="Close account" className={classes.danger}>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'flex-start', sm: 'center' }}
        justify="space-between"
        gap="16px 32px"
      >
        <Text c="dimmed" maw="62ch">
          Signs you out everywhere, deletes your personal data and forfeits your credits. The audit log keeps earlier
          changes to your profile. This cannot be undone.
        </Text>
        <Button flex="none" color="red" variant="outline" disabled={disabled} onClick={open}>
          Close account
        </Button>
      </Flex>
      {dialog({ email })}
    </Panel>
  )
}

/** The password, the sessions, and closing the account. */
export function AccountScreen({
  state,
  onState,
}: {
  state: { page: number; limit: number }
  onState: OnTableStateChange
}) {
  const user = useUser()
  const isActing = useIsImpersonating()
  return (
    <SettingsFrame title="Account">
      {isActing && (
        <Notice tone="warn">
          You are impersonating {formatUserName(user)}. Only they can change their email address, password, passkeys and
          devices, or close the account.
        </Notice>
      )}
      <EmailPanel email={user.email} disabled={isActing} />
      <PasswordPanel email={user.email} disabled={isActing} />
      <PasskeysPanel disabled={isActing} />
      {!isActing && <TwoStepPanel email={user.email} />}
      <ConnectedAccountsPanel disabled={isActing} />
      <SessionsPanel state={state} onState={onState} disabled={isActing} />
      <ClosePanel email={user.email} disabled={isActing} />
    </SettingsFrame>
  )
}
