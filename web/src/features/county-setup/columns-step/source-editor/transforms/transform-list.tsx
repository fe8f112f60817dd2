import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import type { Transform, TransformType } from '@dooryard/contract/data/sources/transforms'
import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { ArrowUp, X } from 'lucide-react'
import { PlainList } from '../../../../../ui/layout/plain-list.tsx'
import classes from '../../columns.module.css'
import { createTransform, listTransformTypes, transformLabels } from './transform-labels.ts'
import { hasOptions, TransformOptions } from './transform-options.tsx'

type TransformListProps = { kind: FieldKind; transforms: readonly Transform[]; onChange: (next: Transform[]) => void }

const maxTransforms = 8

type StepProps = {
  kind: FieldKind
  transform: Transform
  onChange: (transform: Transform) => void
  onUp: (() => void) | undefined
  onRemove: () => void
}

function TransformStep({ kind, transform, onChange, onUp, onRemove }: StepProps) {
  const label = transformLabels[transform.type]
  return (
    <li className={classes.step}>
      <Group justify="space-between" wrap="nowrap" gap={8} mih={24}>
        <Text fz="sm" fw={500}>
          {label}
        </Text>
        <Group gap={2} wrap="nowrap">
          {onUp && (
            <ActionIcon size={24} aria-label={`Apply earlier: ${label}`} onClick={onUp}>
              <ArrowUp size={14} aria-hidden="true" />
            </ActionIcon>
          )}
          <ActionIcon size={24} aria-label={`Remove: ${label}`} onClick={onRemove}>
            <X size={14} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
      {hasOptions(transform) && (
        <Stack gap={10} mt={8}>
          <TransformOptions kind={kind} transform={transform} onChange={onChange} />
        </Stack>
      )}
    </li>
  )
}

/** The transforms of a field, in the order in which they are applied. */
export function TransformList({ kind, transforms, onChange }: TransformListProps) {
  const replace = (at: number, next: Transform) => onChange(transforms.with(at, next))
  const move = (at: number) => {
    const moved = transforms.slice()
    const [step] = moved.splice(at, 1)
    if (step) moved.splice(at - 1, 0, step)
    onChange(moved)
  }
  const types = listTransformTypes(kind)
  return (
    <Stack gap={8}>
      {transforms.length > 0 && (
        <PlainList isOrdered gap={8} aria-label="Transforms">
          {transforms.map((transform, at) => (
            <TransformStep
              // biome-ignore lint/suspicious/noArrayIndexKey: a transform has no other identity than its place
              key={at}
              kind={kind}
              transform={transform}
              onChange={(next) => replace(at, next)}
              onUp={at > 0 ? () => move(at) : undefined}
              onRemove={() => onChange(transforms.filter((_, other) => other !== at))}
            />
          ))}
        </PlainList>
      )}
      {transforms.length < maxTransforms && (
        <Select
          aria-label="Add a transform"
          placeholder="Add a transform"
          data={types.map((type) => ({ value: type, label: transformLabels[type] }))}
          value={null}
          onChange={(type) => type && onChange([...transforms, createTransform(type as TransformType, kind)])}
        />
      )}
    </Stack>
  )
}
