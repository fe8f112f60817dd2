import { Button, Group, Text } from '@mantine/core'
import { Panel } from '../../../ui/display/panel.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'

/** The address that signs in and gets the mail, and a way to change it. */
export function EmailPanel({ email, disabled }: { email: string; disabled: boolean }) {
  const [dialog, open] = useDialog(async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog)
  return (
    <Panel title="Email address">
      <Group justify="space-between" gap="12px 32px">
        <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
        <Button flex="none" variant="default" disabled={disabled} onClick={open}>
          Change email
        </Button>
      </Group>
      {dialog({ email })}
    </Panel>
  )
}
