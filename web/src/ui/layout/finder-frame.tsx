import { Box, Button, Flex, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOnDemand } from '../hooks.ts'
import classes from './finder-frame.module.css'

const at = (query: string, isSo: boolean) => [query, isSo, { getInitialValueInEffect: false }] as const

export function useFinderFrame() {
  const isWide = useMediaQuery(...at('(min-width: 68.75em)', true))
  const isPhone = useMediaQuery(...at('(max-width: 47.99em)', false))
  const [isOpen, setOpen] = useState(false)
  const [Drawer, load] = useOnDemand(async () => (await import('./filter-drawer.tsx')).FilterDrawer)
  // Closed by a window that became wide, it does not open by itself once that is narrow again.
  if (isWide && isOpen) setOpen(false)
  const open = () => {
    if (!Drawer) load()
    setOpen(true)
  }
  return { isWide, isPhone, Drawer, isOpen: isOpen && !isWide, open, close: () => setOpen(false) }
}

type Frame = ReturnType<typeof useFinderFrame>

/** Opens the filters where they are not in sight anyway. */
export const FiltersButton = ({ frame }: { frame: Frame }) =>
  !frame.isWide && (
    <Button
      size="xs"
      variant="default"
      leftSection={<SlidersHorizontal size={14} aria-hidden="true" />}
      onClick={frame.open}
    >
      Filters
    </Button>
  )

type FinderFrameProps = {
  frame: Frame
  /** Whether its parts scroll by themselves, and the page does not. */
  isFixed?: boolean
  filters: ReactNode
  /** How many are found, which the drawer of filters says as well. */
  count: ReactNode
  /** What can be done with what is found; it stays in sight. */
  foot?: ReactNode
  children: ReactNode
}

const bodyPadding = { px: 'var(--gutter)', pt: { base: 16, sm: 24 }, pb: 24 }

export function FinderFrame({ frame, isFixed, filters, count, foot, children }: FinderFrameProps) {
  const { isWide, isOpen, Drawer, close } = frame
  return (
    <div className={classes.frame} data-fixed={isFixed || undefined}>
      {isWide && (
        <section className={classes.panel} aria-label="Filters">
          {filters}
        </section>
      )}
      <Flex direction="column" miw={0} mih={isFixed ? 0 : 'var(--room)'}>
        <Flex direction="column" flex={1} mih={0} {...(!isFixed && bodyPadding)}>
          {children}
        </Flex>
        {foot && (
          <Box flex="none" {...(!isFixed && { pos: 'sticky', bottom: 0, style: { zIndex: 80 } })}>
            {foot}
          </Box>
        )}
      </Flex>
      {Drawer && (
        <Drawer opened={isOpen} onClose={close} count={count}>
          {filters}
        </Drawer>
      )}
    </div>
  )
}

type FootBarProps = {
  label: string
  words: ReactNode
  /** Whether the words are of what was asked before. */
  isStale?: boolean
  /** The buttons, the most important last. */
  children?: ReactNode
}

export const FootBar = ({ label, words, isStale, children }: FootBarProps) => (
  <section className={classes.bar} aria-label={label}>
    <p className={classes.barWords} data-stale={isStale || undefined} aria-live="polite">
      {words}
    </p>
    {children}
  </section>
)

/** How many were found: dimmed while that is asked again, and announced when it has changed. */
export const FoundCount = ({ isStale, children }: { isStale: boolean; children: ReactNode }) => (
  <Text span c="dimmed" inherit className={classes.count} opacity={isStale ? 0.6 : 1} aria-live="polite" aria-atomic>
    {children}
  </Text>
)

export const NotCounted = ({ children }: { children: ReactNode }) => (
  <Text span c="dimmed" inherit role="alert">
    {children}
  </Text>
)
