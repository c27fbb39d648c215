"""Draw scenes, cards, boards and charts as SVG and HTML."""
