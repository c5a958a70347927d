import "./showcase.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Showcase } from "./showcase.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Showcase />
    </StrictMode>,
  );
}
