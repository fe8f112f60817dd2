import { Drawer, type DrawerProps } from '@mantine/core'
import { useMountedOpen } from '../hooks/hooks.ts'

/** A drawer whose code loads when it is first opened. */
export const LazyDrawer = ({ opened, ...props }: DrawerProps) => <Drawer {...props} opened={useMountedOpen(opened)} />
