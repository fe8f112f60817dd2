import type { Role } from '@dooryard/contract/api/roles'
import { Drawer } from '@mantine/core'
import { Logo } from '../../brand/logo.tsx'
import { Sidebar } from './sidebar.tsx'

const column = { display: 'flex', flexDirection: 'column' } as const

export const PhoneMenu = ({ role, opened, onClose }: { role: Role; opened: boolean; onClose: () => void }) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title={<Logo />}
    size={288}
    padding={0}
    closeButtonProps={{ 'aria-label': 'Close the menu' }}
    styles={{ content: column, body: { ...column, flex: 1, minHeight: 0 } }}
  >
    <Sidebar role={role} onNavigate={onClose} />
  </Drawer>
)
