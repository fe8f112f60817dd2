import { ActionIcon } from '@mantine/core'
import { Info } from 'lucide-react'
import { type CSSProperties, useId, useRef, useState } from 'react'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { placeMenu } from '../../ui/overlay/place-menu.ts'
import classes from './property.module.css'

const width = 320

/** The datasets behind some figures: at a hover, and for as long as wanted by a press of pointer, finger or key. */
export function SourceHint({ of, sources }: { of: string; sources: readonly string[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties>()
  if (sources.length === 0) return null
  const label = `Sources of ${of}`
  return (
    <>
      <ActionIcon
        ref={button}
        className={classes.screenOnly}
        size={24}
        popoverTarget={id}
        aria-label={label}
        data-hint={sources.join('\n')}
      >
        <Info size={14} aria-hidden="true" />
      </ActionIcon>
      <div
        id={id}
        popover="auto"
        className={classes.sources}
        style={place}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && button.current) setPlace(placeMenu(button.current, width))
        }}
      >
        <PlainList gap={6} aria-label={label}>
          {sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </PlainList>
      </div>
    </>
  )
}
