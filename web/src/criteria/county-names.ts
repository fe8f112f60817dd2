/** What counties are called, by their FIPS codes, as far as a list of places has said so. */
const names = new Map<string, string>()

type Named = { value: string; label: string }

/** One that is picked from a list is called what it was called there, without being asked for. */
export const rememberCounties = (counties: readonly Named[]) => {
  for (const { value, label } of counties) names.set(value, label)
}

export const nameOfCounty = (fips: string) => names.get(fips)
