import type { FileHeader } from '@dooryard/contract/file-layouts'
import { callReadyExpiryDays } from '@dooryard/contract/limits'
import type { CampaignType } from '@dooryard/contract/vocabularies'

type Source = { label: string; href: string }
type Row = { ours: FileHeader | readonly FileHeader[]; theirs: string; note?: string }

export type Recipe = {
  title: string
  /** The order that it begins with. */
  campaignType: CampaignType
  lead: string
  /** Whose fields they are. */
  theirs: string
  rows: readonly Row[]
  notes: readonly string[]
  sources: readonly Source[]
}

const crm: Recipe = {
  title: 'CRM',
  campaignType: 'CALL_READY',
  lead: 'One record for each lead, as leads of Salesforce. Other CRMs take the same columns under names of their own.',
  theirs: 'Salesforce lead',
  rows: [
    { ours: 'Owner Name', theirs: 'Full Name', note: 'As the county has it. Give either this or first and last name' },
    { ours: 'Owner Name', theirs: 'Company', note: 'For a person, the name again' },
    { ours: 'Mailing Address', theirs: 'Street' },
    { ours: 'Mailing City', theirs: 'City' },
    { ours: 'Mailing State', theirs: 'State' },
    { ours: 'Mailing ZIP', theirs: 'Postal Code', note: 'Text, or the first zero is lost' },
    { ours: 'Phone 1', theirs: 'Phone' },
    { ours: 'Phone 2', theirs: 'Mobile Phone', note: 'Where Phone 2 Type says Mobile' },
    { ours: 'Email 1', theirs: 'Email' },
    { ours: ['Property Address', 'Property City'], theirs: 'Description', note: 'Or fields of your own' },
    {
      ours: ['County FIPS', 'Parcel Number'],
      theirs: 'A field of your own, unique',
      note: 'Both together name the property: by them the next import updates instead of doubling',
    },
  ],
  notes: [
    'HubSpot matches headers to properties by name where it can, and lets you choose the others by hand.',
    'Not every owner has an email: match by the parcel, not by email.',
  ],
  sources: [
    {
      label: 'Salesforce: field mapping for importing leads',
      href: 'https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm&type=5',
    },
    {
      label: 'HubSpot: set up your import files',
      href: 'https://knowledge.hubspot.com/articles/kcs_article/contacts/set-up-your-import-file',
    },
  ],
}

const dialer: Recipe = {
  title: 'Dialer',
  campaignType: 'CALL_READY',
  lead: 'The numbers that may be called, the best first, with whom they reach. The fields are those of VICIdial.',
  theirs: 'VICIdial field',
  rows: [
    { ours: 'Phone 1', theirs: 'phone_number', note: 'Ten digits. Leave out rows in which it is empty' },
    { ours: 'Phone 2', theirs: 'alt_phone', note: 'Dialed where Auto Alt Dialing is on' },
    { ours: 'Phone 3', theirs: 'address3', note: 'Dialed with ALT_AND_ADDR3' },
    { ours: 'Owner Name', theirs: 'last_name', note: 'As the county has it, in one piece' },
    { ours: 'Property Address', theirs: 'address1', note: 'What the call is about' },
    { ours: 'Property City', theirs: 'city' },
    { ours: 'Property State', theirs: 'state' },
    { ours: 'Property ZIP', theirs: 'postal_code' },
    { ours: 'Email 1', theirs: 'email' },
    { ours: 'Parcel Number', theirs: 'vendor_lead_code', note: 'Names the lead in reports; 20 characters at most' },
  ],
  notes: [
    'A number stands in a Phone column only if its check says Clean. Map no other column to one that is dialed, ' +
      'Do Not Call least of all.',
    `The numbers are good for at most ${callReadyExpiryDays} days: have order.expiring sent to your program, refresh ` +
      'the order, and load the new version of its file in place of the old.',
  ],
  sources: [
    { label: 'VICIdial: NON-AGENT_API, add_lead', href: 'https://vicidial.org/docs/NON-AGENT_API.txt' },
    {
      label: 'CallTools: upload contact lists',
      href: 'https://calltools.zendesk.com/hc/en-us/articles/26839262862228-Upload-Contact-Lists-Part-1',
    },
  ],
}

const mailHouse: Recipe = {
  title: 'Mail house',
  campaignType: 'MAIL_READY',
  lead: 'Three lines of an address as the Postal Service wants them, top to bottom. The fields are those of Lob.',
  theirs: 'Lob column',
  rows: [
    {
      ours: 'Owner Name',
      theirs: 'name',
      note: 'First line. 40 characters: shorten a longer one, or let company, 40 too, have the rest',
    },
    { ours: 'Mailing Address', theirs: 'address_line1', note: 'Second line, apartment or box included. 64 characters' },
    { ours: 'Mailing City', theirs: 'address_city', note: 'Third line, with the two below' },
    { ours: 'Mailing State', theirs: 'address_state', note: 'Two letters' },
    { ours: 'Mailing ZIP', theirs: 'address_zip', note: 'Text: a spreadsheet drops its first zero' },
    { ours: 'Property Address', theirs: 'A merge variable', note: 'For a letter that says which house it is about' },
  ],
  notes: [
    'A Mail Ready order delivers only leads with a name and a full mailing address, so no row needs to be left out.',
    'Names and addresses are as the county publishes them, most often in capitals.',
  ],
  sources: [
    {
      label: 'Lob: campaign audience guide',
      href: 'https://help.lob.com/print-and-mail/reaching-your-audience/campaign-audience-guide',
    },
    { label: 'USPS: Domestic Mail Manual 602, 1.3', href: 'https://pe.usps.com/text/dmm300/602.htm' },
  ],
}

export const recipes: readonly Recipe[] = [crm, dialer, mailHouse]
