export interface Place {
  latitude: number;
  longitude: number;
}

/** A piece of paper for a map. */
export interface Paper {
  width: number;
  height: number;
}

const MARGIN = 0.06;
const KM_PER_DEGREE = 111.32;

/**
 * Where places are on a piece of paper, north at the top, and how many of its units a kilometre has: degrees of
 * longitude are narrower than those of latitude.
 */
export function project<Located extends Place>(places: readonly Located[], { width, height }: Paper) {
  const middle = places.reduce((sum, { latitude }) => sum + latitude, 0) / Math.max(1, places.length);
  const narrow = Math.cos((middle * Math.PI) / 180);
  const xs = places.map(({ longitude }) => longitude * narrow);
  const ys = places.map(({ latitude }) => -latitude);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const span = Math.max((Math.max(...xs) - left) / width, (Math.max(...ys) - top) / height, 1e-6) / (1 - 2 * MARGIN);
  const points = places.map((place, index) => ({
    place,
    x: ((xs[index] ?? 0) - left) / span + MARGIN * width,
    y: ((ys[index] ?? 0) - top) / span + MARGIN * height,
  }));
  return { points, unitsPerKm: 1 / (span * KM_PER_DEGREE) };
}

const STEPS_KM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** The longest round distance that fits into so many units. */
export function scaleOf(unitsPerKm: number, most: number): { km: number; length: number } {
  const km = STEPS_KM.findLast((step) => step * unitsPerKm <= most) ?? STEPS_KM[0] ?? 0;
  return { km, length: km * unitsPerKm };
}
