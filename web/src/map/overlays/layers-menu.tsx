import { Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { Layers } from 'lucide-react'
import { useId } from 'react'
import { CheckBox } from '../../criteria/inputs/check-box.tsx'
import mapClasses from '../map.module.css'
import classes from './layers-menu.module.css'
import { formatMapLayers, type MapLayers, overlays } from './map-layers.ts'

type LayersMenuProps = { layers: MapLayers; onLayers: (layers: MapLayers) => void; canShowLeads: boolean }

/** What the map shows. */
export function LayersMenu({ layers, onLayers, canShowLeads }: LayersMenuProps) {
  const name = useId()
  const { matches, parcels, overlay } = layers
  const shown = overlays.filter(({ key }) => key !== 'leads' || canShowLeads)
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <div className={mapClasses.chip} data-active={formatMapLayers(layers) !== undefined || undefined}>
        <Popover.Target>
          <UnstyledButton fz={13} style={{ gap: 6 }}>
            <Layers size={16} aria-hidden="true" /> Layers
          </UnstyledButton>
        </Popover.Target>
      </div>
      <Popover.Dropdown p={12} fz={13}>
        <Stack gap={4}>
          <CheckBox label="Matches" checked={matches} onChange={(isOn) => onLayers({ ...layers, matches: isOn })} />
          <CheckBox
            label="Parcel outlines"
            checked={parcels}
            onChange={(isOn) => onLayers({ ...layers, parcels: isOn })}
          />
          <fieldset className={classes.choices}>
            <Text component="legend" fz={12} c="dimmed" pt={8} pb={4}>
              Show over the map
            </Text>
            {shown.map(({ key, label }) => (
              <label key={key}>
                <input
                  type="radio"
                  name={name}
                  checked={overlay === key}
                  onChange={() => onLayers({ ...layers, overlay: key })}
                />
                {label}
              </label>
            ))}
          </fieldset>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
