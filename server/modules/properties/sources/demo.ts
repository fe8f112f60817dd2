/** Generated county records for trials and tests. All people in them are fictitious. */
export const demo = {
  source: 'demo',
  name: 'Generated demo county records',
  /** Constant, so that the same seed always generates the same rows. */
  recordedOn: '2026-10-01',
  seed: 20_261_001,
  rows: 200_000,
  /** Of the generator: a store with the properties of another one keeps them, and gets no map. */
  version: 2,
}

/** The roll of one county of the demo, which its history imports and refreshes. */
export const demoCountyFile = {
  source: 'davidson-tn-generated',
  name: 'Davidson County TN, parcels (generated)',
  fips: '47037',
  state: 'TN',
}
