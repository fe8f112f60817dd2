import { adminCreditSettings, type CreditSetting, CreditSettingDraft, creditSettings } from '@dooryard/contract/credits'
import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { typedWhole } from '../../lib/typed.ts'
import { useRefresh } from '../../lib/use-call.ts'
import { CallDialog, FieldPair } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { ForeseenEffect, useForeseenEffect } from './use-foreseen-effect.tsx'

/** What is edited: a setting, or a new one for one of the types that have none. */
export type Edited = { setting?: CreditSetting; freeTypes: CampaignType[] }

const SettingForm = CreditSettingDraft.extend({
  creditRequired: typedWhole(CreditSettingDraft.shape.creditRequired),
  minCampaignVolume: typedWhole(CreditSettingDraft.shape.minCampaignVolume),
})

// Without `strip` the fields beside them would be refused, and nothing would be said.
const Terms = SettingForm.pick({ creditRequired: true, minCampaignVolume: true, isActive: true }).strip()

const toFormValues = ({ setting, freeTypes: [type] }: Edited) => ({
  key: setting?.key ?? type ?? '',
  name: setting?.name ?? (type ? campaignTypes.label(type) : ''),
  description: setting?.description ?? '',
  creditRequired: String(setting?.creditRequired ?? 1),
  minCampaignVolume: String(setting?.minCampaignVolume ?? 50),
  isActive: setting?.isActive ?? true,
})

/** Puts a type on offer, or changes what it costs from what it was `before`. */
function saveSetting(draft: CreditSettingDraft, before: CreditSetting | undefined) {
  if (!before) return api.call(adminCreditSettings.create, { body: draft })
  const { key: _, description = null, ...rest } = draft
  const { id, creditRequired, minCampaignVolume, isActive } = before
  const expected = { creditRequired, minCampaignVolume, isActive }
  return api.call(adminCreditSettings.change, { params: { id }, body: { ...rest, description, expected } })
}

const useSaveSetting = (setting: CreditSetting | undefined) =>
  useMutation({
    mutationFn: (draft: CreditSettingDraft) => saveSetting(draft, setting),
    onSettled: useRefresh([adminCreditSettings.list, creditSettings.list]),
  })

type FieldsProps = {
  edited: Edited
  save: ReturnType<typeof useSaveSetting>
  onCancel: () => void
  onDone: () => void
}

function Fields({ edited, save, onCancel, onDone }: FieldsProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(SettingForm, toFormValues(edited), () => save.isError && save.reset())
  const { setting, freeTypes } = edited
  // The same until something is typed: each other one is waited for anew.
  const terms = useMemo(() => Terms.safeParse(form.values).data, [form.values])
  const foreseen = useForeseenEffect(setting, terms)
  const done = ({ name }: CreditSetting) => {
    toastDone(`${name} is saved`)
    onDone()
  }
  const submit = form.submit((values) => {
    if (foreseen.sayFirst()) return
    singly((land) =>
      save.mutate(SettingForm.parse(values), { onSuccess: done, onError: form.showRefusal, onSettled: land }),
    )
  })
  const types = (setting ? [setting.key] : freeTypes).map((value) => ({ value, label: campaignTypes.label(value) }))
  return (
    <CallForm
      call={save}
      form={form}
      lead={setting && 'Orders that were placed keep the price they were placed at.'}
      send="Save"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <FormFields
        form={form}
        fields={[
          { name: 'key', kind: 'select', label: 'Campaign type', data: types, disabled: setting !== undefined },
          { name: 'name', label: 'Name', maxLength: 100, 'data-autofocus': true },
          {
            name: 'description',
            kind: 'textarea',
            label: 'Description',
            description: 'What people read where they choose the type',
            rows: 2,
          },
        ]}
      />
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            { name: 'creditRequired', label: 'Credits per lead', inputMode: 'numeric' },
            { name: 'minCampaignVolume', label: 'Smallest order', inputMode: 'numeric' },
          ]}
        />
      </FieldPair>
      <FormFields form={form} fields={[{ name: 'isActive', kind: 'switch', label: 'On offer' }]} />
      {setting && <ForeseenEffect {...foreseen} />}
    </CallForm>
  )
}

/** Edits what a lead of a type costs. Not before what that means was said does it save. */
export function SettingDialog({ edited, opened, onClose }: { edited: Edited; opened: boolean; onClose: () => void }) {
  const save = useSaveSetting(edited.setting)
  return (
    <CallDialog
      call={save}
      opened={opened}
      onClose={onClose}
      title={edited.setting ? `Edit ${edited.setting.name}` : 'Add a campaign type'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <Fields edited={edited} save={save} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
