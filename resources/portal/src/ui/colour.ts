/** Returns chroma and hue of an sRGB colour such as #3353d4, by OKLab (https://bottosson.github.io/posts/oklab). */
function chromaAndHue(hex: string): [chroma: number, hue: number] {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI]
}

/**
 * Replaces the accent colours of the style sheet by the merchant's colour. It keeps hue and chroma up to a maximum, and
 * sets the lightness that text on and around the colour needs in both themes.
 */
export function wearColour(hex: string | undefined) {
  if (!hex || !/^#[0-9a-f]{6}$/i.test(hex)) return
  const [chroma, hue] = chromaAndHue(hex)
  const tone = (lightness: number, most: number) =>
    `oklch(${lightness}% ${Math.min(chroma, most).toFixed(3)} ${hue.toFixed(1)})`
  const { style } = document.documentElement
  style.setProperty('--accent', `light-dark(${tone(47, 0.19)}, ${tone(74, 0.14)})`)
  style.setProperty('--accent-fill', `light-dark(${tone(47, 0.19)}, ${tone(50, 0.19)})`)
  style.setProperty('--accent-soft', `light-dark(${tone(95.8, 0.022)}, ${tone(27, 0.06)})`)
}
