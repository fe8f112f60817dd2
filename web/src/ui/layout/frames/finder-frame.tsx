import { Box, Button, Flex, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLazyLoad } from '../../hooks/hooks.ts'
import classes from './finder-frame.module.css'

const toMediaQueryArgs = (query: string, initialValue: boolean) =>
  [query, initialValue, { getInitialValueInEffect: false }] as const

export function useFinderFrame() {
  const isWide = useMediaQuery(...toMediaQueryArgs('(min-width: 68.75em)', true))
  const isPhone = useMediaQuery(...toMediaQueryArgs('(max-width: 47.99em)', false))
  const [isOpen, setOpen] = useState(false)
  const [Drawer, load] = useLazyLoad(async () => (await import('../../overlay/filter-drawer.tsx')).FilterDrawer)
  // If it was closed because the window became wide, it must not reopen when the window becomes narrow.
  if (isWide && isOpen) setOpen(false)
  const open = () => {
    if (!Drawer) load()
    setOpen(true)
  }
  return { isWide, isPhone, Drawer, isOpen: isOpen && !isWide, open, close: () => setOpen(false) }
}

type FinderFrameState = ReturnType<typeof useFinderFrame>

/** Opens the filters where they are not always visible. */
export const FiltersButton = ({ frame }: { frame: FinderFrameState }) =>
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
  frame: FinderFrameState
  /** Whether the parts scroll instead of the page. */
  isFixed?: boolean
  filters: ReactNode
  /** The number of results, also shown in the filter drawer. */
  count: ReactNode
  /** Actions on the results; always visible. */
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

type ActionBarProps = {
  label: string
  words: ReactNode
  /** Whether the text belongs to the previous criteria. */
  isStale?: boolean
  /** The buttons, the primary one last. */
  children?: ReactNode
}

export const ActionBar = ({ label, words, isStale, children }: ActionBarProps) => (
  <section className={classes.bar} aria-label={label}>
    <p className={classes.barWords} data-stale={isStale || undefined} aria-live="polite">
      {words}
    </p>
    {children}
  </section>
)

/** The number of results: dimmed while it is counted again, announced when it has changed. */
export const ResultCount = ({ isStale, children }: { isStale: boolean; children: ReactNode }) => (
  <Text span c="dimmed" inherit className={classes.count} opacity={isStale ? 0.6 : 1} aria-live="polite" aria-atomic>
    {children}
  </Text>
)

export const CountError = ({ children }: { children: ReactNode }) => (
  <Text span c="dimmed" inherit role="alert">
    {children}
  </Text>
)
