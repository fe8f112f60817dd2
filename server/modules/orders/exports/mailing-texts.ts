const unitPattern =
  /^(.*\S)[ ,]+((?:APT|APARTMENT|UNIT|STE|SUITE|RM|ROOM|FL|FLR|FLOOR|BLDG|BUILDING|LOT|SPC|PH|TRLR)\b\.? *#? *\S.*|# *\S.*)$/i

/** `40 SAMPLE PLAZA APT 4` in two parts, as mail houses want it. A post box has no unit. */
export function splitMailingLine(line: string | null): { street: string | null; unit: string | null } {
  const [, street, unit] = unitPattern.exec(line ?? '') ?? []
  return street && unit ? { street, unit } : { street: line, unit: null }
}

/** `37902-1234`, `379021234` or `37902`. */
export function splitZip(zip: string | null): { zip5: string | null; zip4: string | null } {
  const [, zip5, zip4] = /^(\d{5})-?(\d{4})?$/.exec(zip?.trim() ?? '') ?? []
  return { zip5: zip5 ?? zip, zip4: zip4 ?? null }
}
