import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import type { ExportPreset } from '@dooryard/contract/orders/export/export-presets'
import { listTradePresets, tradePresets } from '@dooryard/contract/orders/export/trade-presets'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import type { LayoutFieldProps } from './column-groups.tsx'
import { useChangePreset, useCreatePreset, useExportPresets, useRemovePreset } from './export.data.ts'
import { selectPreset } from './export-layout.ts'

const ownColumns = 'OWN_COLUMNS'

/** Starts from a preset of the trade or one of the user's own, and keeps the layout as one. */
export function PresetField({ campaignType, layout, onChange }: LayoutFieldProps) {
  const { data } = useExportPresets()
  const [ownId, setOwnId] = useState<string>()
  const own = data?.presets ?? []
  const selected = own.find(({ id }) => id === ownId)
  const select = (value: string | null) => {
    const preset = own.find(({ id }) => id === value)
    setOwnId(preset?.id)
    const trade = tradePresets.values.find((one) => one === value)
    if (preset) onChange(preset.layout)
    else if (trade) onChange(selectPreset(layout, trade))
  }
  const value = selected?.id ?? layout.preset ?? ownColumns
  const trades = listTradePresets(campaignType).map(({ value: trade, label }) => ({ value: trade, label }))
  const groups = [
    { group: 'Yours', items: own.map(({ id, name }) => ({ value: id, label: name })) },
    { group: 'Presets', items: trades },
    { group: 'Other', items: value === ownColumns ? [{ value: ownColumns, label: 'Custom columns' }] : [] },
  ]
  return (
    <Stack gap={12}>
      <Select
        label="Preset"
        description={selected || !layout.preset ? undefined : tradePresets.description(layout.preset)}
        data={groups.filter(({ items }) => items.length > 0)}
        value={value}
        allowDeselect={false}
        maw={420}
        onChange={select}
      />
      <Group gap={8}>
        {selected && <OwnPresetActions preset={selected} layout={layout} onRemoved={() => setOwnId(undefined)} />}
        <NewPreset layout={layout} onCreated={setOwnId} />
      </Group>
    </Stack>
  )
}

type OwnPresetActionsProps = { preset: ExportPreset; layout: ExportLayout; onRemoved: () => void }

function OwnPresetActions({ preset: { id, name, layout: saved }, layout, onRemoved }: OwnPresetActionsProps) {
  const change = useChangePreset()
  const remove = useRemovePreset()
  const isChanged = JSON.stringify(saved) !== JSON.stringify(layout)
  const ask = () =>
    openConfirmDialog({
      title: `Delete ${name}?`,
      children: 'Files that you downloaded in this layout stay as they are.',
      labels: { confirm: 'Delete the preset', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ params: { id } }, { onSuccess: onRemoved }),
    })
  return (
    <>
      {isChanged && (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ params: { id }, body: { layout } })}
        >
          Update {name}
        </Button>
      )}
      <Button size="xs" variant="subtle" loading={remove.isPending} onClick={ask}>
        Delete
      </Button>
    </>
  )
}

type NewPresetProps = { layout: ExportLayout; onCreated: (id: string) => void }

function NewPreset({ layout, onCreated }: NewPresetProps) {
  const [name, setName] = useState<string>()
  const create = useCreatePreset((id) => {
    setName(undefined)
    onCreated(id)
  })
  if (name === undefined)
    return (
      <Button size="xs" variant="default" onClick={() => setName('')}>
        Save as preset…
      </Button>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ body: { name, layout } })
      }}
    >
      <Group gap={8} align="flex-start">
        <TextInput
          size="xs"
          aria-label="Preset name"
          placeholder="Letter shop"
          maxLength={60}
          data-autofocus
          autoFocus
          value={name}
          error={create.error?.message}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={name.trim() === ''} loading={create.isPending}>
          Save
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setName(undefined)}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
