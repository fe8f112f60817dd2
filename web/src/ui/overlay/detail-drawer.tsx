import { Box, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLazyLoadWhen } from '../hooks/hooks.ts'
import classes from './detail-drawer.module.css'

type DetailDrawerProps = {
  /** The name of the item: `Property`. */
  what: string
  /** The id of the item; the drawer is open while it is set. */
  id: string | undefined
  size: number
  /** Whether a dialog is open on top, which Escape closes first. */
  isCovered?: boolean
  onClose: () => void
  children: (id: string) => ReactNode
}

export function DetailDrawer({ what, id, size, isCovered = false, onClose, children }: DetailDrawerProps) {
  // Keeps the last content while the drawer closes.
  const [last, setLast] = useState(id)
  useEffect(() => {
    if (id) setLast(id)
  }, [id])
  const Drawer = useLazyLoadWhen(async () => (await import('./lazy-drawer.tsx')).LazyDrawer, id, onClose)
  const shown = id ?? last
  if (!Drawer) return null
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      closeOnEscape={!isCovered}
      position="right"
      size={size}
      title={what}
      closeButtonProps={{ 'aria-label': `Close the ${what.toLowerCase()}` }}
      classNames={{ body: classes.body }}
      styles={{
        header: { paddingLeft: 'var(--drawer-padding)' },
        body: { padding: '20px var(--drawer-padding) 40px' },
        title: { color: 'var(--mantine-color-dimmed)', fontSize: 13, fontWeight: 500 },
      }}
    >
      {shown && children(shown)}
    </Drawer>
  )
}

export const DetailGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" mt={28}>
    <Title order={3} lh="21px" mb={10}>
      {title}
    </Title>
    {children}
  </Box>
)
