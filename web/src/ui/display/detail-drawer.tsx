import { Box, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useDeferred } from '../hooks.ts'
import classes from './detail-drawer.module.css'

type DetailDrawerProps = {
  /** What is shown: `Property`. */
  what: string
  /** Which one; the drawer is open while there is one. */
  id: string | undefined
  size: number
  /** Whether a dialog stands over it, which Escape closes first. */
  isCovered?: boolean
  onClose: () => void
  children: (id: string) => ReactNode
}

export function DetailDrawer({ what, id, size, isCovered = false, onClose, children }: DetailDrawerProps) {
  // While the drawer slides away it still shows what it showed.
  const [last, setLast] = useState(id)
  useEffect(() => {
    if (id) setLast(id)
  }, [id])
  const Drawer = useDeferred(async () => (await import('./drawer.tsx')).LateDrawer, id, onClose)
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
