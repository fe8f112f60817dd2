import type { Role } from '@dooryard/contract/roles'
import { Drawer } from '@mantine/core'
import { Logo } from '../logo.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

type PhoneMenuProps = { role: Role; opened: boolean; onClose: () => void }

/** The sidebar where there is no room for it beside the screen. */
export function PhoneMenu({ role, opened, onClose }: PhoneMenuProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Logo />}
      size={288}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ header: classes.drawerHeader, body: classes.drawerBody, content: classes.drawer }}
    >
      <Sidebar role={role} onNavigate={onClose} />
    </Drawer>
  )
}
