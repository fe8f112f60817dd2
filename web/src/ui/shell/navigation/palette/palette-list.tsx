import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './palette.module.css'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

type OptionProps = {
  item: PaletteItem
  id: string
  isActive: boolean
  onChoose: (item: PaletteItem) => void
  onActive: () => void
}

function Option({ item, id, isActive, onChoose, onActive }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={option}
      role="option"
      id={id}
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={onActive}
      onClick={() => onChoose(item)}
    >
      <item.icon size={18} aria-hidden="true" />
      <span className={classes.label}>{item.label}</span>
      {item.description && <span className={classes.description}>{item.description}</span>}
    </div>
  )
}

type ListProps = {
  groups: PaletteGroup[]
  id: string
  active: number
  onChoose: (item: PaletteItem) => void
  onActive: (index: number) => void
}

/** The element id of the option at an index over all groups. */
export const buildOptionId = (id: string, index: number) => `${id}-${index}`

/** The groups of results, in the order that the arrow keys follow. */
export function PaletteList({ groups, id, active, onChoose, onActive }: ListProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0))
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes.list}>
      {groups.map(({ label, items }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
        <div key={label} role="group" aria-label={label}>
          <Text aria-hidden="true" className={classes.heading}>
            {label}
          </Text>
          {items.map((item, index) => {
            const position = (starts[at] ?? 0) + index
            return (
              <Option
                key={item.id}
                item={item}
                id={buildOptionId(id, position)}
                isActive={position === active}
                onChoose={onChoose}
                onActive={() => onActive(position)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
