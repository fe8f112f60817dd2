import { Drawer, type DrawerProps } from '@mantine/core'
import { useOpened } from '../hooks.ts'

/** A drawer whose code comes when it is first opened. */
export const LateDrawer = ({ opened, ...props }: DrawerProps) => <Drawer {...props} opened={useOpened(opened)} />
