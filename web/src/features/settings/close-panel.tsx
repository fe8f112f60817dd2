import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './account.module.css'
import { CloseDialog } from './close-dialog.tsx'

/** The way out for good. */
export function ClosePanel({ email, disabled }: { email: string; disabled: boolean }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <Panel title="Close account" className={classes.danger}>
      <div className={classes.closing}>
        <p>
          Ends every session, erases what your account says of you, and gives up your credits. The audit log keeps what
          your profile said before and after each change. It cannot be taken back, and nobody can sign in with this
          account again.
        </p>
        <Button color="red" variant="outline" disabled={disabled} onClick={dialog.open}>
          Close account
        </Button>
      </div>
      <CloseDialog email={email} isOpen={isOpen} onClose={dialog.close} />
    </Panel>
  )
}
