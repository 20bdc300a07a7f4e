export default {
  compilerOptions: {
    runes: true,
    // Short names of scopes: each is in the page some dozen times.
    cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 5)}`,
  },
};
