import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { TextButton } from '../inputs/text-button.tsx'
import classes from './panel.module.css'

const storageKey = 'dooryard.open-filters'
const defaultOpenGroups = ['location', 'property', 'owner']

function readOpenGroups(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : defaultOpenGroups
  } catch {
    return defaultOpenGroups
  }
}

export function useOpenGroups() {
  const [open, setOpen] = useState(readOpenGroups)
  const toggle = (group: string) => {
    const next = open.includes(group) ? open.filter((other) => other !== group) : [...open, group]
    setOpen(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Without storage they stay open until the page is closed.
    }
  }
  return { isOpen: (group: string) => open.includes(group), toggle }
}

type FilterGroupProps = {
  label: string
  activeCount: number
  isOpen: boolean
  onToggle: () => void
  onClear: () => void
  children: ReactNode
}

/** How long the content of an opened group may take to load, in ms. */
const settlingMs = 1500

/** Scrolls a group that has just been opened up to its heading while its content loads below the visible part. */
function keepInView(group: HTMLElement) {
  const observer = new ResizeObserver(() => {
    if (group.getBoundingClientRect().bottom > window.innerHeight) group.scrollIntoView({ block: 'start' })
  })
  observer.observe(group)
  setTimeout(() => observer.disconnect(), settlingMs)
}

export function FilterGroup({ label, activeCount, isOpen, onToggle, onClear, children }: FilterGroupProps) {
  const id = useId()
  const group = useRef<HTMLElement>(null)
  const toggle = () => {
    if (!isOpen && group.current) keepInView(group.current)
    onToggle()
  }
  return (
    <section ref={group} className={classes.group} aria-label={label}>
      <Group gap={0} wrap="nowrap" pos="relative">
        <Text component="h2" flex={1} miw={0}>
          <UnstyledButton
            className={classes.groupControl}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
          >
            {label}
            {activeCount > 0 && <span className={classes.asked}>{activeCount} set</span>}
            <ChevronDown size={16} aria-hidden="true" />
          </UnstyledButton>
        </Text>
        {activeCount > 0 && (
          <TextButton pos="absolute" right={36} aria-label={`Clear ${label}`} onClick={onClear}>
            Clear
          </TextButton>
        )}
      </Group>
      {isOpen && (
        <Stack id={id} className={classes.groupBody} gap={20} p="4px 16px 20px">
          {children}
        </Stack>
      )}
    </section>
  )
}
