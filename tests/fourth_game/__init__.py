"""A fourth game that exists in tests alone, written as CONTRIBUTING says: Eights.

It costs its package (`eights`), its renderer with its pages (`renderer`), what its laws know of it
(`knowledge`) and a line in either registry (`registries`).
"""
