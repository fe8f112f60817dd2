// A file of its own, so that it can come when it is first opened.
export { Drawer } from '@mantine/core'
