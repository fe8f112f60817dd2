import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import { areaUnits, type Transform } from '@dooryard/contract/data/sources/transforms'
import { NumberInput, Select } from '@mantine/core'
import { unitLabels } from './transform-labels.ts'

type NumberTransform = Extract<Transform, { type: 'NUMBER' }>
type NumberOptionsProps = { kind: FieldKind; transform: NumberTransform; onChange: (transform: Transform) => void }

function UnitField({ transform, onChange }: Omit<NumberOptionsProps, 'kind'>) {
  const { unit: _, ...rest } = transform
  return (
    <Select
      label="Unit"
      placeholder="Square feet"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the unit' }}
      data={areaUnits.map((value) => ({ value, label: unitLabels[value] }))}
      value={transform.unit ?? null}
      onChange={(next) => {
        const unit = areaUnits.find((one) => one === next)
        onChange({ ...rest, ...(unit && { unit }) })
      }}
    />
  )
}

/** The unit of an area, and a factor for values in thousands. */
export function NumberOptions({ kind, transform, onChange }: NumberOptionsProps) {
  const { factor: _, ...rest } = transform
  return (
    <>
      {kind === 'AREA' && <UnitField transform={transform} onChange={onChange} />}
      <NumberInput
        label="Factor"
        description="Multiplies the number, such as 1000 for values in thousands"
        placeholder="1"
        min={0}
        hideControls
        value={transform.factor ?? ''}
        onChange={(value) => {
          const factor = Number(value)
          onChange({ ...rest, ...(value !== '' && factor > 0 && { factor }) })
        }}
      />
    </>
  )
}
